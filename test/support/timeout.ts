/** The time limit of a test: none but that of the runner, because a busy machine is slow. Bun's default is 5 seconds. */
import { setDefaultTimeout } from "bun:test";

setDefaultTimeout(10 * 60 * 1000);
