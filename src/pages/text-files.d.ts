/** The types of files imported with `{ type: "text" }`. */

declare module "*.css" {
  const text: string;
  export = text;
}

declare module "*.svg" {
  const text: string;
  export = text;
}

declare module "*.js" {
  const text: string;
  export = text;
}
