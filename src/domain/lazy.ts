/** Creates an object on first use, because a command needs few of the objects that modules declare. */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
