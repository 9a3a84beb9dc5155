/**
 * Every cookie of ours by name and attribute: the browser client, the sidecar and the tests read them here.
 * Lifetime, path, SameSite and readability by page scripts are fixed by the specification of the session.
 */

/** Attributes of every session cookie, on the wire and from the page alike. `maxAge` is in seconds (400 days). */
export const sessionCookieAttributes = {
  maxAge: 34_560_000,
  path: "/",
  sameSite: "lax",
  httpOnly: false,
} as const;

/**
 * What all cookies of ours may weigh together, since every request to the site carries them; common servers take 8 KB
 * of headers. Development warns at `warned`. Bytes.
 */
export const cookieBudget = { total: 6144, warned: 4096 } as const;

/** Names of one scheme. On https the `__Host-` prefix keeps a sibling subdomain from planting a session. */
export interface CookieNames {
  /** Session; chunks are `<session>.0`, `.1`, …; verifiers begin with `<session>-`. Also the auth storage key. */
  readonly session: string;
  /** One-shot message from the sidecar to the page: what kind of sign-in just happened. */
  readonly flash: string;
  /** Prefix of the marker that says "a flow with this id started less than four minutes ago here". */
  readonly flow: string;
  /** Beginning of the link whose button was pressed here on the sidecar's page: the page uses that one unasked. */
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

/** Sites reached by https set Secure cookies; plain http is for localhost only. */
export function isSecureSite(siteUrl: string): boolean {
  return new URL(siteUrl).protocol === "https:";
}

/**
 * The service keeps the state of a code exchange for 300 s from its start, and a guess that it is still alive
 * burns the token when wrong. 240 s leaves a minute for clocks and networks. Seconds.
 */
export const flowMarkerMaxAge = 240;

/** The page has ten minutes to notice what the sidecar left for it. Seconds. */
export const flashMaxAge = 600;

/** Enough of a link's hash to tell it from every other, and too little to use it. */
export function pressedLink(tokenHash: string): string {
  return tokenHash.replace(/^pkce_/, "").slice(0, 12);
}

/** True for the session cookie itself and its numbered chunks, not for the verifiers of pending flows. */
export function isSessionCookie(names: CookieNames, cookie: string): boolean {
  if (cookie === names.session) return true;
  return cookie.startsWith(`${names.session}.`) && /^\d+$/.test(cookie.slice(names.session.length + 1));
}

/** True for everything that is kept under the session's name: its cookies, and the verifiers of pending flows. */
export function isOfSession(names: CookieNames, cookie: string): boolean {
  const { session } = names;
  return cookie === session || cookie.startsWith(`${session}.`) || cookie.startsWith(`${session}-`);
}

/** What the clients put before a value that they have encoded as base64url. */
export const encodedPrefix = "base64-";

const verifierStart = ({ session }: CookieNames) => `${session}-flow-`;
const verifierEnd = "-code-verifier";

/** Where the browser client keeps the verifier of the flow with this id. */
export function flowVerifierCookie(names: CookieNames, flowId: string): string {
  return verifierStart(names) + flowId + verifierEnd;
}

/** The flow whose verifier a cookie of this name holds; undefined for every other cookie. */
export function flowIdOf(names: CookieNames, cookie: string): string | undefined {
  const start = verifierStart(names);
  if (!cookie.startsWith(start) || !cookie.endsWith(verifierEnd)) return undefined;
  return cookie.slice(start.length, -verifierEnd.length);
}

/** The flow that was started between two readings of the cookies' names; undefined when no verifier was kept. */
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
