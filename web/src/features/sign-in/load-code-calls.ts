/** Loads what the form's first step needs when it is submitted. */
export const loadCodeCalls = async () => (await import("./code-calls.ts")).codeCalls;
