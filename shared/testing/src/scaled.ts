import process from "node:process";

/** Measured by the test runner at the start of a run; 1 on an idle machine and where a part is run alone. */
const factor = Number(process.env["TEST_TIME_FACTOR"] ?? 1);

/** A time limit as this machine needs it now. Milliseconds. */
export const scaled = (ms: number): number => Math.round(ms * factor);
