import { cleanToken } from "@sheaf/contract/link-token";
import { pages } from "@sheaf/contract/pages";
import { matchPath } from "../lib/navigation.tsx";

/**
 * The token in the path of a request's link; "" in any other path. The sidecar redirects to the link without marks
 * around its token, but another server may deliver the page as well.
 */
export function linkTokenOf(pathname: string): string {
  const { token = "" } = matchPath(pages.link.path, pathname) ?? {};
  return cleanToken(token) ?? token;
}
