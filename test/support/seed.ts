/** Whatever tests draw at random is the same in every run, so that a failure comes again; `SEED=2 npm test` draws anew. */
import fc from "fast-check";

export const seed = Number(process.env.SEED ?? 1);

fc.configureGlobal({ seed });
