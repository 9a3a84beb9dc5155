import { loadCodeCalls } from "../features/sign-in/load-code-calls.ts";

/**
 * The function that sends the code of the form in this document's markup; undefined without one. An entry imports this first: the
 * request then leaves before React and the page's own modules are evaluated, which takes a slow phone as long.
 */
export const earlyCode = document.querySelector("#root form") ? loadCodeCalls() : undefined;
