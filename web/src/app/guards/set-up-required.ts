import { pages } from "@sheaf/contract/pages";

/** Stored in the history entry instead of the URL, so that an external link cannot open the setup. */
const required = { setUp: "workspace" } as const;

/** Link to setting up an authenticator app, for members of a workspace that requires one. */
export function setUpRequired(next: string): { to: string; state: typeof required } {
  return { to: pages.secondFactor.href({ next }), state: required };
}

export function isSetUpRequired(state: unknown): boolean {
  return typeof state === "object" && state !== null && "setUp" in state && state.setUp === required.setUp;
}
