/** Whether the repeating and the random tests run in their long form, as in `npm run test:long`. */
export const isLong = process.env.LONG === "true";
