import { clientErrors } from "@sheaf/contract/errors/client.errors";

/** A failed sign-in step with the text to show. */
export interface SignInProblem {
  /** A code of the error catalogue; `address` when the text in the field is no address. */
  code: string;
  /** It concerns a passkey or a provider, so it is shown beside their buttons and not at the form's fields. */
  belowForm?: boolean | undefined;
  /** The problem and the next step, in one or two sentences. */
  text: string;
  /** Seconds until another try makes sense, if the service said so. */
  retryAfter?: number | undefined;
}

/** For when the module with the calls and the error catalogue could not be loaded. */
export const unreachable: SignInProblem = {
  code: "network.unreachable",
  text: `${clientErrors["network.unreachable"].what} ${clientErrors["network.unreachable"].next}`,
};
