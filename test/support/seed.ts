/** The seed of all random data, so a failure occurs again; `SEED=2 npm test` uses another one. */
import fc from "fast-check";

export const seed = Number(process.env.SEED ?? 1);

fc.configureGlobal({ seed });
