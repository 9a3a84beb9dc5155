import { join } from "node:path";

/** Absolute path of the repository's root. */
export const repository = join(import.meta.dirname, "..", "..", "..");
