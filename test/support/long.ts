/** Whether tests that repeat or draw at random run in their long form, as `npm run test:long` has it. */
export const isLong = process.env.LONG === "true";
