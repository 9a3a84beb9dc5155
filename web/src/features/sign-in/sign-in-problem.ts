import { clientErrors } from "@sheaf/contract/errors/client.errors";

/** Why a step of the sign-in did not succeed, ready to be read. */
export interface SignInProblem {
  /** `address` when what was typed is none. */
  code: string;
  /** It befell a way below the form, and says nothing about what stands in the form. */
  way?: boolean | undefined;
  /** What happened and what to do. */
  text: string;
  /** Seconds until another try makes sense, where the service said so. */
  retryAfter?: number | undefined;
}

/** Not even the part of the page that speaks with the service could be loaded; its words cannot be either. */
export const unreachable: SignInProblem = {
  code: "network.unreachable",
  text: `${clientErrors["network.unreachable"].what} ${clientErrors["network.unreachable"].next}`,
};
