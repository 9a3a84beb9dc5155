import { pages } from "@sheaf/contract/pages";
import { sidecarPaths } from "@sheaf/contract/sidecar";
import { readLinkTarget } from "../../session/link-target.ts";

/** Secrets of links, and ids. */
const parameter = String.raw`(?:[\w-]{43}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})`;

const ownPages = Object.values(pages).map(
  ({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, parameter)}$`),
);

const linkPage = new RegExp(`^${pages.link.path.replace(":token", String.raw`(?<token>[\w-]{43})`)}$`);

export interface OwnRedirect {
  /** Target of the emailed link: our callback, with one of our pages as its `next`. */
  url: string;
  /** Of a request's link, if the person came by one. */
  token: string | undefined;
}

/**
 * Reduces the redirect that came with the request for an email. Anyone may have chosen it, and the text part shows it,
 * so only the page, without a query, and the id of the flow are left of it.
 */
export function ownRedirect(redirectTo: string, siteUrl: string): OwnRedirect {
  const { next = "", flowId } = readLinkTarget(redirectTo, siteUrl);
  const path = next.replace(/[?#].*$/s, "");
  const url = new URL(sidecarPaths.callback, siteUrl);
  if (ownPages.some((page) => page.test(path))) url.searchParams.set("next", path);
  if (flowId !== undefined) url.searchParams.set("sb_flow_id", flowId);
  return { url: url.href, token: linkPage.exec(path)?.groups?.["token"] };
}
