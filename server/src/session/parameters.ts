import {
  type AttemptType,
  attemptTypes,
  type CallbackType,
  callbackTypes,
  type LinkType,
  linkTypes,
} from "@sheaf/contract/sidecar";

/** A parameter given once and within `pattern`; doubled, nested and over-long ones count as absent. */
export function single(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

/** The hash in a link: hexadecimal, marked when it belongs to a code exchange. */
export const tokenHashPattern = /^(?:pkce_)?[0-9a-f]{40,128}$/;

/** What a verified link or a provider hands back for the exchange. */
export const codePattern = /^[\w.~-]{8,512}$/;

/** The auth client's own rule for the id of a flow. */
export const flowIdPattern = /^[\w-]{8,64}$/;

export function linkType(value: unknown): LinkType | undefined {
  return linkTypes.find((type) => type === value);
}

/** What a request was for, by its address, whichever of our endpoints it came to. */
export function attemptType(value: unknown): AttemptType | undefined {
  return attemptTypes.find((type) => type === value);
}

export function callbackType(value: unknown): CallbackType | undefined {
  return callbackTypes.find((type) => type === value);
}
