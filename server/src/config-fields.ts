import * as v from "valibot";
import { isPublicKey, isSecretKey } from "./known-keys.ts";
import { readTrustProxy } from "./trust-proxy.ts";

const environments = ["development", "test", "production"] as const;

/** A word that only looks like production would switch off all that production refuses. */
export const NodeEnv = v.optional(
  v.picklist(environments, `has to be one of ${environments.join(", ")}`),
  "development",
);

/** Scheme, host and port, without a trailing slash. */
export const Origin = v.pipe(
  v.string(),
  v.check((text) => originOf(text) !== undefined, "has to be http(s)://host[:port] and nothing more"),
  v.transform((text) => new URL(text).origin),
);

export const WholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, "has to be a whole number"),
    v.transform(Number),
    v.minValue(min, `has to be at least ${min}`),
    v.maxValue(max, `has to be at most ${max}`),
  );

/** What every page may show: a publishable key, or the older anon key. */
export const PublicKey = v.pipe(
  v.string(),
  v.check((key) => !isSecretKey(key), "is a secret key; every page would show it"),
  v.check(
    (key) => isSecretKey(key) || isPublicKey(key),
    "is no key for pages: those begin with sb_publishable_, or are tokens with the role anon",
  ),
);

export const TrustedProxies = v.pipe(
  v.string(),
  v.check(
    (text) => readTrustProxy(text) !== undefined,
    "has to be a number of proxies or a list of addresses",
  ),
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

/** Plain http is for a machine that talks to itself. */
export function isProtected(origin: string): boolean {
  return origin.startsWith("https:") || ["localhost", "127.0.0.1", "::1"].includes(hostOf(origin));
}
