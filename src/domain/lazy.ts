/** An object that is made when it is first needed: a command needs few of those that the modules declare. */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
