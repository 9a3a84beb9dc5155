/**
 * Names and attributes of all our cookies, shared by the browser client, the sidecar and the tests. Lifetime, path,
 * SameSite and readability by page scripts are fixed by the session's specification.
 */

/**
 * Attributes of every session cookie, whether set by a response or by the page. `maxAge` is in seconds (400 days).
 */
export const sessionCookieAttributes = {
  maxAge: 34_560_000,
  path: "/",
  sameSite: "lax",
  httpOnly: false,
} as const;

/**
 * Total size of all our cookies in bytes. Every request carries them, and common servers accept 8 KB of headers.
 * Development warns at `warned`.
 */
export const cookieBudget = { total: 6144, warned: 4096 } as const;

/**
 * Cookie names of one scheme. On https the `__Host-` prefix prevents a sibling subdomain from planting a session.
 */
export interface CookieNames {
  /** Session; chunks are `<session>.0`, `.1`, …; verifiers begin with `<session>-`. Also the auth storage key. */
  readonly session: string;
  /** One-time message from the sidecar to the page: the kind of sign-in that just happened. */
  readonly flash: string;
  /** Prefix of the marker of a flow that started here less than four minutes ago. */
  readonly flow: string;
  /**
   * Start of the token hash whose button was pressed on the sidecar's page; the page uses that link without asking
   * again.
   */
  readonly pressed: string;
}

export function cookieNames(options: { secure: boolean }): CookieNames {
  const prefix = options.secure ? "__Host-" : "";
  return {
    session: `${prefix}sheaf-auth`,
    flash: `${prefix}sheaf-flash`,
    flow: `${prefix}sheaf-flow-`,
    pressed: `${prefix}sheaf-pressed`,
  };
}

/** True for https sites, whose cookies are Secure; plain http is only for localhost. */
export function isSecureSite(siteUrl: string): boolean {
  return new URL(siteUrl).protocol === "https:";
}

/**
 * Auth keeps the state of a code exchange for 300 s, and a wrong guess that it still exists burns the token. 240 s
 * leaves a minute for clocks and networks. Seconds.
 */
export const flowMarkerMaxAge = 240;

/** Time the page has to read the sidecar's message. Seconds. */
export const flashMaxAge = 600;

/** Enough of a token hash to tell links apart, too little to use one. */
export function pressedLink(tokenHash: string): string {
  return tokenHash.replace(/^pkce_/, "").slice(0, 12);
}

/** True for the session cookie itself and its numbered chunks, not for the verifiers of pending flows. */
export function isSessionCookie(names: CookieNames, cookie: string): boolean {
  if (cookie === names.session) return true;
  return cookie.startsWith(`${names.session}.`) && /^\d+$/.test(cookie.slice(names.session.length + 1));
}

/** True for all cookies under the session's name, including the verifiers of pending flows. */
export function isOfSession(names: CookieNames, cookie: string): boolean {
  const { session } = names;
  return cookie === session || cookie.startsWith(`${session}.`) || cookie.startsWith(`${session}-`);
}

/** Prefix of values that the auth clients encode as base64url. */
export const encodedPrefix = "base64-";

const verifierStart = ({ session }: CookieNames) => `${session}-flow-`;
const verifierEnd = "-code-verifier";

/** Cookie in which the browser client stores this flow's verifier. */
export function flowVerifierCookie(names: CookieNames, flowId: string): string {
  return verifierStart(names) + flowId + verifierEnd;
}

/** The flow whose verifier this cookie holds; undefined for other cookies. */
export function flowIdOf(names: CookieNames, cookie: string): string | undefined {
  const start = verifierStart(names);
  if (!cookie.startsWith(start) || !cookie.endsWith(verifierEnd)) return undefined;
  return cookie.slice(start.length, -verifierEnd.length);
}

/** The flow that started between two readings of the cookie names; undefined if no verifier was stored. */
export function startedFlowId(
  names: CookieNames,
  before: Iterable<string>,
  after: Iterable<string>,
): string | undefined {
  const known = new Set(before);
  for (const cookie of after) {
    const flowId = known.has(cookie) ? undefined : flowIdOf(names, cookie);
    if (flowId) return flowId;
  }
  return undefined;
}
