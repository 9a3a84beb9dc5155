import { cookieNames, isSessionCookie } from "./cookies.ts";
import { pages } from "./pages.ts";

/** Documents with the page in their markup. All other pages start from `index.html`, which is empty. */
export const entryDocuments = [
  "sign-in.html",
  "sign-up.html",
  "landing.html",
  "link.html",
  "checklist.html",
  "requests.html",
] as const;

export type EntryDocument = (typeof entryDocuments)[number];

const linkPath = pages.link.path.replace(":token", "");

/** The prerendered document of a path; undefined for a path that starts from `index.html`. */
export function documentOf(
  pathname: string,
  { hasSession }: { hasSession: boolean },
): EntryDocument | undefined {
  const path = pathname.replace(/(?<=.)\/+$/, "");
  if (path === pages.signIn.path) return "sign-in.html";
  if (path === pages.signUp.path) return "sign-up.html";
  // A signed-in visitor is redirected and must not see the landing page first.
  if (path === pages.landing.path) return hasSession ? undefined : "landing.html";
  if (path === pages.requests.path) return hasSession ? "requests.html" : undefined;
  const token = path.startsWith(linkPath) ? path.slice(linkPath.length) : "";
  if (token === "" || token.includes("/")) return undefined;
  return hasSession ? "checklist.html" : "link.html";
}

const names = [cookieNames({ secure: true }), cookieNames({ secure: false })];

/** True if a request brings a session. It may have ended: this only chooses the markup that is shown first. */
export function hasSession(cookieHeader: string | undefined): boolean {
  const sent = (cookieHeader ?? "").split(";").map((pair) => pair.trim().split("=")[0] ?? "");
  return sent.some((cookie) => names.some((scheme) => isSessionCookie(scheme, cookie)));
}
