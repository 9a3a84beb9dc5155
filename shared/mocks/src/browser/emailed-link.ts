import { sidecarPaths } from "@sheaf/contract/sidecar";

/** Request keys for an emailed link opened in the same browser, and for one that the page verifies itself. */
const followed = /^navigation GET platform \/auth\/v1\/verify\?.*\btype=(\w+)/;
const usedUp = /^page POST platform \/auth\/v1\/verify .*"token_hash".*"type":"(\w+)"/;

interface LeftToPlay {
  /** Keys of interactions not played so far, on each side. */
  page: readonly string[];
  sidecar: readonly string[];
  /** Redirect URL of an email that was requested in this browser; undefined if there was none. */
  redirectTo: string | undefined;
}

/**
 * The link in the latest email, requested here or, if the tape says so, on another device. Undefined if the rest of the
 * tape needs no link.
 */
export function emailedLink({ page, sidecar, redirectTo }: LeftToPlay): string | undefined {
  const here = redirectTo === undefined ? undefined : typeIn(sidecar, followed);
  const type = here ?? typeIn(page, usedUp);
  if (type === undefined) return undefined;
  const elsewhere = `${location.origin}${sidecarPaths.callback}`;
  const query = { token_hash: `pkce_${"0".repeat(56)}`, type, redirect_to: redirectTo ?? elsewhere };
  return `${sidecarPaths.confirm}?${new URLSearchParams(query)}`;
}

function typeIn(keys: readonly string[], link: RegExp): string | undefined {
  return keys.map((key) => link.exec(key)?.[1]).find((type) => type !== undefined);
}
