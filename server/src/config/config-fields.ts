import { readKeyList } from "@sheaf/contract/receipt/key-list";
import * as v from "valibot";
import { isPublicKey, isSecretKey } from "./known-keys.ts";
import { readTrustProxy } from "./trust-proxy.ts";

const environments = ["development", "test", "production"] as const;

/** A misspelt value would otherwise turn off every check of production. */
export const NodeEnv = v.optional(
  v.picklist(environments, `must be one of ${environments.join(", ")}`),
  "development",
);

/** Scheme, host and port, without a trailing slash. */
export const Origin = v.pipe(
  v.string(),
  v.check((text) => originOf(text) !== undefined, "must be http(s)://host[:port] and nothing else"),
  v.transform((text) => new URL(text).origin),
);

export const WholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, "must be a whole number"),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );

/** A publishable key or the older anon key; every page shows it. */
export const PublicKey = v.pipe(
  v.string(),
  v.check((key) => !isSecretKey(key), "is a secret key, which every page would reveal"),
  v.check(
    (key) => isSecretKey(key) || isPublicKey(key),
    "is not a public key: those begin with sb_publishable_ or are tokens of the role anon",
  ),
);

/** Public, and part of every page. */
export const SiteKey = v.pipe(
  v.string(),
  v.regex(/^[\w-]+$/, "must be the site key that the provider issued"),
);

/** Of a link on the start page. */
export const LinkUrl = v.pipe(
  v.string(),
  v.check(
    (text) => /^(?:https?|mailto):$/.test(URL.parse(text)?.protocol ?? ""),
    "must be an address that begins with https:, http: or mailto:",
  ),
);

/** Public keys of receipts, the newest first. */
export const ReceiptKeys = v.pipe(
  v.string(),
  v.check(
    (text) => readKeyList(text) !== undefined,
    "must be a list of <id>:<public key>, each id once, with commas between them",
  ),
  v.transform((text) => readKeyList(text) ?? []),
);

export const TrustedProxies = v.pipe(
  v.string(),
  v.check((text) => readTrustProxy(text) !== undefined, "must be a number of proxies or a list of addresses"),
  v.transform(readTrustProxy),
);

function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return url.pathname === "/" && url.search === "" && url.hash === "" ? url.origin : undefined;
}

export function hostOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, "");
}

/** Plain http is allowed only to the same machine. */
export function isProtected(origin: string): boolean {
  return origin.startsWith("https:") || ["localhost", "127.0.0.1", "::1"].includes(hostOf(origin));
}
