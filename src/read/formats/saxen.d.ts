/** The part of saxen that we use; the package has no types. */
declare module "saxen" {
  type DecodeEntities = (text: string) => string;

  export class Parser {
    on(
      event: "openTag",
      callback: (name: string, attributes: () => Record<string, string>, decode: DecodeEntities) => void,
    ): this;
    on(event: "closeTag", callback: (name: string) => void): this;
    on(event: "text", callback: (text: string, decode: DecodeEntities) => void): this;
    on(event: "cdata", callback: (text: string) => void): this;
    on(event: "error", callback: (error: Error) => void): this;
    write(text: string): this;
    end(): unknown;
  }
}
