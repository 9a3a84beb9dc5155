import { safeNextPath } from "@sheaf/contract/next-path";
import { sidecarPaths } from "@sheaf/contract/sidecar";
import { flowIdPattern, single } from "./parameters.ts";

/** Destination after a link is confirmed, and the flow it belongs to. */
export interface LinkTarget {
  next: string | undefined;
  flowId: string | undefined;
}

/**
 * Reduces an emailed link's `redirect_to` to a path on our site. Usually it is our callback, with both parts as
 * parameters; any other page of ours is itself the destination.
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
