/** What this release is called, from package.json, the one place that says so. */
import packageJson from "../../package.json" with { type: "json" };

export const release: { readonly version: string; readonly description: string } = packageJson;
