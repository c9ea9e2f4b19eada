/** The version and description of this release, from package.json. */
import packageJson from "../../package.json" with { type: "json" };

export const release: { readonly version: string; readonly description: string } = packageJson;
