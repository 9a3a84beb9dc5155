import {
  type AttemptType,
  attemptTypes,
  type CallbackType,
  callbackTypes,
  type LinkType,
  linkTypes,
} from "@sheaf/contract/sidecar";

/** A parameter given exactly once and matching `pattern`; repeated, nested and overlong ones count as absent. */
export function single(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

/** The token hash of a link: hexadecimal, with a prefix if it belongs to a code exchange. */
export const tokenHashPattern = /^(?:pkce_)?[0-9a-f]{40,128}$/;

/** The code that a verified link or a provider returns for the exchange. */
export const codePattern = /^[\w.~-]{8,512}$/;

/** The auth client's format of a flow ID. */
export const flowIdPattern = /^[\w-]{8,64}$/;

export function linkType(value: unknown): LinkType | undefined {
  return linkTypes.find((type) => type === value);
}

/** The kind of attempt, read from the URL of any of our endpoints. */
export function attemptType(value: unknown): AttemptType | undefined {
  return attemptTypes.find((type) => type === value);
}

export function callbackType(value: unknown): CallbackType | undefined {
  return callbackTypes.find((type) => type === value);
}
