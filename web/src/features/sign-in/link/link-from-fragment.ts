import { safeNextPath } from "@sheaf/contract/next-path";
import { type LinkType, linkTypes } from "@sheaf/contract/sidecar";

export interface EmailedLink {
  tokenHash: string;
  type: LinkType;
  next: string | undefined;
}

/** Reads the fragment that the sidecar wrote; undefined when a part is missing or malformed. */
export function linkFromFragment(fragment: string): EmailedLink | undefined {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""));
  const tokenHash = parameters.get("token_hash") ?? "";
  const type = linkTypes.find((known) => known === parameters.get("type"));
  if (!type || !/^[\w-]{8,256}$/.test(tokenHash)) return undefined;
  return { tokenHash, type, next: safeNextPath(parameters.get("next")) };
}
