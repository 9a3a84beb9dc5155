import { sidecarPaths } from "@sheaf/contract/sidecar";

/** The key of a mailed link that is followed where it was asked for, and of one that the page uses up itself. */
const followed = /^navigation GET platform \/auth\/v1\/verify\?.*\btype=(\w+)/;
const usedUp = /^page POST platform \/auth\/v1\/verify .*"token_hash".*"type":"(\w+)"/;

interface LeftToPlay {
  /** Keys of takes that nobody has asked for, on each side. */
  page: readonly string[];
  sidecar: readonly string[];
  /** Where a mail that was asked for on this device leads back to; undefined where none was. */
  wayBack: string | undefined;
}

/**
 * The link in the mail that was asked for last, here or, where the tape has it so, on another device; undefined where
 * the rest of the tape goes on without one.
 */
export function mailedLink({ page, sidecar, wayBack }: LeftToPlay): string | undefined {
  const here = wayBack === undefined ? undefined : typeIn(sidecar, followed);
  const type = here ?? typeIn(page, usedUp);
  if (type === undefined) return undefined;
  const elsewhere = `${location.origin}${sidecarPaths.callback}`;
  const query = { token_hash: `pkce_${"0".repeat(56)}`, type, redirect_to: wayBack ?? elsewhere };
  return `${sidecarPaths.confirm}?${new URLSearchParams(query)}`;
}

function typeIn(keys: readonly string[], link: RegExp): string | undefined {
  return keys.map((key) => link.exec(key)?.[1]).find((type) => type !== undefined);
}
