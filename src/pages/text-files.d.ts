/** The types of files imported with `{ type: "text" }`, and of images and the sample, whose import is a path. */

declare module "*.png" {
  const path: string;
  export = path;
}

declare module "*.ico" {
  const path: string;
  export = path;
}

declare module "*.csv" {
  const path: string;
  export = path;
}

declare module "*.md" {
  const text: string;
  export = text;
}

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

declare module "*.tsv" {
  const text: string;
  export = text;
}

declare module "*.yaml" {
  const document: Readonly<Record<string, unknown>>;
  export = document;
}
