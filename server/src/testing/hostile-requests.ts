import type { SidecarProcess } from "./start-process.ts";

/** Part of every invented text; no response may repeat it, except in a destination on our site. */
export const marker = "zQ7marker";

export interface HostileRequest {
  bytes: Buffer;
  method: string;
  /** Every `next` of the request, its own or inside `redirect_to`. */
  nexts: string[];
}

/** Numbers from 0 to 1, the same for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const flow = "0123456789abcdef";
const hash = "5ec7e7".repeat(10);
const encoded = (value: unknown) => `base64-${Buffer.from(JSON.stringify(value)).toString("base64url")}`;
const token = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${marker}`;

/** Requests to the callback and the confirm page that no legitimate browser would send. */
export function hostileRequests(seed: number, { siteUrl, port }: Pick<SidecarProcess, "siteUrl" | "port">) {
  const random = numbers(seed);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(random() * items.length)] ?? items[0];
  const chance = (share: number): boolean => random() < share;

  const destinations = (): string =>
    pick([
      `/r/${marker}`,
      `/requests?q=${marker}#${marker}`,
      `//${marker}.example`,
      `///${marker}.example`,
      `/\\${marker}.example`,
      `\\\\${marker}.example`,
      `https://${marker}.example/`,
      `https:${marker}.example`,
      `javascript:alert("${marker}")`,
      `data:text/html,${marker}`,
      `@${marker}.example`,
      `.${marker}.example`,
      `/.//${marker}.example`,
      `/a/../..//${marker}.example`,
      `/%2e%2e//${marker}.example`,
      `/%5c${marker}.example`,
      `/%2f${marker}.example`,
      `/\t/${marker}.example`,
      `/\r\nSet-Cookie: sheaf-auth=${marker}`,
      `/\u0000${marker}`,
      `/\u202e${marker}\u{1f600}`,
      `/auth/sign-out?${marker}`,
      `/AUTH/callback?${marker}`,
      `/${marker}${"a".repeat(3000)}`,
      `/<script>${marker}</script>`,
      "",
      siteUrl,
    ]);

  const raw = (): string =>
    pick([
      marker,
      "",
      `%ff%fe${marker}`,
      `%zz${marker}`,
      `%00${marker}`,
      `%0d%0aSet-Cookie:${marker}=1`,
      `\u00ff\u00fe${marker}`,
      `${marker}${"x".repeat(Math.floor(random() * 9000))}`,
      `<script>${marker}</script>`.replaceAll(" ", ""),
      `__proto__`,
      `j:{"${marker}":1}`,
      encodeURIComponent(`"><img src=x onerror=${marker}>`),
    ]);

  const nameOf = (name: string): string =>
    chance(0.85) ? name : pick([`${name}[]`, `${name}[${marker}]`, name.toUpperCase(), `%ff${name}`]);

  function query(): { text: string; nexts: string[] } {
    const nexts: string[] = [];
    const parts: string[] = [];
    const add = (name: string, share: number, value: () => string): void => {
      while (chance(share)) {
        parts.push(`${nameOf(name)}=${chance(0.85) ? value() : raw()}`);
        share *= 0.25;
      }
    };
    const next = (): string => {
      const value = destinations();
      nexts.push(value);
      return encodeURIComponent(value);
    };
    add("code", 0.6, () => pick([`c0dec0de-${marker}`, "c0dec0de-0000"]));
    add("sb_flow_id", 0.4, () => pick([flow, flow, "f".repeat(64), `${marker}${marker}`]));
    add("next", 0.6, next);
    add("type", 0.5, () => pick(["recovery", "email_change", "link", "magiclink", "signup", "email", "sms"]));
    add("token_hash", 0.5, () => pick([hash, `pkce_${hash}`, `pkce_${marker}`]));
    add("redirect_to", 0.5, () => {
      const to = pick([
        `${siteUrl}/auth/callback?next=${next()}&sb_flow_id=${flow}`,
        `${siteUrl}/auth/callback?sb_flow_id=${flow}`,
        siteUrl + next(),
        `https://${marker}.example/auth/callback?next=${next()}`,
        `${siteUrl}.${marker}.example/`,
        `${siteUrl}@${marker}.example/`,
        destinations(),
      ]);
      // A URL without a path opens the first page.
      nexts.push(to.startsWith(siteUrl) ? to.slice(siteUrl.length) || "/" : to);
      return encodeURIComponent(to);
    });
    add("error", 0.1, () => pick(["access_denied", marker]));
    add("error_code", 0.1, () => pick(["otp_expired", "constructor", marker]));
    add("error_description", 0.1, () => encodeURIComponent(`<b>${marker}</b>`));
    add("message", 0.1, () => marker);
    return { text: parts.sort(() => random() - 0.5).join(pick(["&", "&", "&", "&&", "&=&"])), nexts };
  }

  function cookies(): string {
    const past = encoded({ access_token: token({ exp: 1 }), refresh_token: marker, expires_at: 1, user: {} });
    const live = encoded({
      access_token: token({ exp: 4_000_000_000, amr: [{ timestamp: 4_000_000_000 }], session_id: marker }),
      refresh_token: marker,
    });
    const kinds = [
      () =>
        `sheaf-auth=${pick([past, live, `j:{"${marker}":1}`, `base64-!${marker}`, `%ff${marker}`, "null"])}`,
      () => `sheaf-auth.0=${live.slice(0, 50)}; sheaf-auth.1=${live.slice(50)}; sheaf-auth.7=${marker}`,
      () =>
        `sheaf-auth-flow-${flow}-code-verifier=${pick([encoded("verifier"), encoded("verifier"), encoded({ a: marker }), marker])}`,
      () => `sheaf-auth-flow-${flow}-code-verifier=${encoded("verifier")}`,
      () => `sheaf-auth-code-verifier=${pick([encoded("verifier"), `j:"${marker}"`])}`,
      () =>
        `sheaf-auth-flows-code-verifier=${encoded(pick<unknown>([[flow], [marker, null, 7], marker, {}]))}`,
      () => `sheaf-flow-${flow}=1`,
      () => `__proto__=${marker}; constructor=j:{}; =${marker}; ;;; ${marker}`,
      () => `sheaf-auth-\u00ff(${marker})=1`,
      () => `filler=${marker}${"y".repeat(Math.floor(random() * 6000))}`,
    ];
    return kinds
      .filter(() => chance(0.35))
      .map((kind) => kind())
      .join("; ");
  }

  return function request(index: number): HostileRequest {
    const confirm = chance(0.45);
    const method = confirm
      ? pick(["GET", "POST", "POST", "HEAD"])
      : pick(["GET", "GET", "GET", "GET", "HEAD"]);
    const path = confirm ? "/auth/confirm" : "/auth/callback";
    const { text, nexts } = query();
    const header = (share: number, line: () => string): string[] => (chance(share) ? [line()] : []);
    const sent = cookies();
    const body = method === "POST" && chance(0.2) ? marker.repeat(Math.floor(random() * 900)) : "";
    const lines = [
      `${method} ${path}${chance(0.97) ? "?" : `/%${marker}?`}${text.replaceAll(/[ \t\r\n]/g, "")} HTTP/1.1`,
      `Host: ${pick([`localhost:${port}`, `localhost:${port}`, `${marker}.example`])}`,
      `X-Forwarded-For: 10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
      ...(sent === "" ? [] : [`Cookie: ${sent}`]),
      ...header(
        0.7,
        () => `Origin: ${pick([siteUrl, siteUrl, siteUrl, "null", `https://${marker}.example`])}`,
      ),
      ...header(0.4, () => `Sec-Fetch-Site: ${pick(["same-origin", "cross-site", marker])}`),
      ...header(0.2, () => `X-Forwarded-Host: ${marker}.example`),
      ...header(0.2, () => `X-Forwarded-Proto: ${pick(["https", marker])}`),
      ...header(0.2, () => `Referer: https://${marker}.example/`),
      ...header(0.3, () => `User-Agent: \u00ff\u00fe\u0080${marker}`),
      ...header(0.1, () => `X-Request-Id: ${marker}`),
      ...header(0.05, () => `${marker} bad header`),
      ...(method === "POST" ? [`Content-Length: ${chance(0.02) ? marker : body.length}`] : []),
      "Connection: close",
      "",
      body,
    ];
    return { bytes: Buffer.from(lines.join("\r\n"), "latin1"), method, nexts };
  };
}
