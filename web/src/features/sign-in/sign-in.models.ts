import { signInCode } from "@sheaf/contract/sign-in-code";
import type { PendingCode } from "./code/pending-code.ts";
import type { SignInProblem } from "./sign-in-problem.ts";

export interface SignInState {
  /** The saved code of an earlier visit has been looked for; before hydration it must not be. */
  readonly restored: boolean;
  /** An email was sent and its code is awaited. */
  readonly pending: PendingCode | undefined;
  readonly busy: "sending" | "verifying" | undefined;
  readonly problem: SignInProblem | undefined;
  /** The user has returned from the code step, whose focused button is gone. */
  readonly startedOver: boolean;
  /** The service has accepted a proof; the session store hears of it a moment later. */
  readonly proven: boolean;
  readonly signedIn: boolean;
  /** The page has been instructed to continue; this happens once. */
  readonly finished: boolean;
}

export type SignInInput =
  | { type: "restore"; pending: PendingCode | undefined }
  | { type: "send" | "verify" | "leave" }
  /** `now`: milliseconds since 1970. */
  | { type: "send-answered"; email: string; next: string; now: number; problem: SignInProblem | undefined }
  | { type: "verify-answered"; problem: SignInProblem | undefined }
  /** A response about a passkey button or a provider, which are below the form. */
  | { type: "passkey-answered" | "provider-answered"; problem: SignInProblem | undefined }
  /** The browser's own passkey suggestion ended, with a passkey or without. */
  | { type: "suggestion-answered"; problem: SignInProblem | undefined }
  | { type: "session"; signedIn: boolean }
  | { type: "start-over" }
  | { type: "dismiss-problem" };

export type SignInEffect =
  | "save-pending"
  | "clear-pending"
  /** Forget the address that travels between the sign-in pages. */
  | "clear-address"
  | "remember-method"
  | "continue";

export interface SignInTransition {
  state: SignInState;
  effects: readonly SignInEffect[];
}

export const initialSignIn: SignInState = {
  restored: false,
  pending: undefined,
  busy: undefined,
  problem: undefined,
  startedOver: false,
  proven: false,
  signedIn: false,
  finished: false,
};

/** Pure; every call, timer and storage access is the caller's. */
export function transition(state: SignInState, input: SignInInput): SignInTransition {
  switch (input.type) {
    case "restore":
      return to(state.restored ? state : { ...state, restored: true, pending: input.pending });
    case "send":
    case "leave":
      return to({ ...state, busy: "sending", problem: undefined });
    case "verify":
      return to({ ...state, busy: "verifying", problem: undefined });
    case "send-answered":
      return sendAnswered(state, input);
    case "verify-answered":
      return input.problem ? to(failed(state, input.problem)) : proven(state);
    case "passkey-answered":
      return input.problem ? to(failed(state, belowForm(input.problem))) : proven(state);
    case "provider-answered":
      return to(input.problem ? failed(state, belowForm(input.problem)) : { ...state, busy: undefined });
    case "suggestion-answered":
      return suggestionAnswered(state, input.problem);
    case "session":
      return session(state, input.signedIn);
    case "start-over":
      return to({ ...state, pending: undefined, problem: undefined, startedOver: true }, "clear-pending");
    case "dismiss-problem":
    default:
      return to({ ...state, problem: undefined });
  }
}

/** The user chose a passkey and the service refused it. Any other outcome of a suggestion needs no message. */
export function isRefusedPasskey(problem: SignInProblem | undefined): boolean {
  return problem?.code.startsWith("webauthn_") === true;
}

type SendAnswer = Extract<SignInInput, { type: "send-answered" }>;

function sendAnswered(state: SignInState, { email, next, now, problem }: SendAnswer): SignInTransition {
  // Asked twice within a minute, after a reload for example: the first email is still good, so its code can be typed.
  const sentBefore = problem?.code === "over_email_send_rate_limit" && problem.retryAfter !== undefined;
  if (problem && !sentBefore) return to(failed(state, problem));
  const seconds = problem?.retryAfter ?? signInCode.pause;
  const pending = { email, next, sentAt: now, resendAt: now + seconds * 1000 };
  return to({ ...state, busy: undefined, problem: undefined, pending }, "save-pending");
}

function suggestionAnswered(state: SignInState, problem: SignInProblem | undefined): SignInTransition {
  if (!problem) return proven(state);
  return to(isRefusedPasskey(problem) ? { ...state, problem: belowForm(problem) } : state);
}

function proven(state: SignInState): SignInTransition {
  const next = { ...state, busy: undefined, problem: undefined, proven: true };
  return and(finishIfReady(next), "clear-pending", "clear-address", "remember-method");
}

function session(state: SignInState, signedIn: boolean): SignInTransition {
  return signedIn === state.signedIn ? to(state) : finishIfReady({ ...state, signedIn });
}

/** Continuing before the store knows the session would meet a guard that sends the user back here. */
function finishIfReady(state: SignInState): SignInTransition {
  if (!state.proven || !state.signedIn || state.finished) return to(state);
  return to({ ...state, finished: true }, "continue");
}

function failed(state: SignInState, problem: SignInProblem): SignInState {
  return { ...state, busy: undefined, problem };
}

function belowForm(problem: SignInProblem): SignInProblem {
  return { ...problem, belowForm: true };
}

function to(state: SignInState, ...effects: SignInEffect[]): SignInTransition {
  return { state, effects };
}

/** Storage is cleaned before the page continues elsewhere. */
function and({ state, effects }: SignInTransition, ...before: SignInEffect[]): SignInTransition {
  return { state, effects: [...before, ...effects] };
}
