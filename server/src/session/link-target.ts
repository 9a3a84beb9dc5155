import { safeNextPath } from "@sheaf/contract/next-path";
import { sidecarPaths } from "@sheaf/contract/sidecar";
import { flowIdPattern, single } from "./parameters.ts";

/** Where a link leads after it is confirmed, and the flow it belongs to. */
export interface LinkTarget {
  next: string | undefined;
  flowId: string | undefined;
}

/**
 * Reduces the `redirect_to` of a mailed link to a path of our own site. Usually it is our callback, which carries
 * both parts as parameters; a plain page of ours is taken as the destination itself.
 */
export function readLinkTarget(redirectTo: unknown, siteUrl: string): LinkTarget {
  const nothing = { next: undefined, flowId: undefined };
  const url = typeof redirectTo === "string" && redirectTo.length <= 4096 ? URL.parse(redirectTo) : null;
  if (!url || url.origin !== siteUrl || url.username !== "" || url.password !== "") return nothing;

  const flowId = single(onlyValue(url.searchParams, "sb_flow_id"), flowIdPattern);
  if (url.pathname === sidecarPaths.callback) {
    return { next: safeNextPath(onlyValue(url.searchParams, "next")), flowId };
  }
  url.searchParams.delete("sb_flow_id");
  return { next: safeNextPath(url.pathname + url.search + url.hash), flowId };
}

function onlyValue(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}
