import { isIP } from "node:net";
import { limits } from "@sheaf/contract/limits";
import { localPlatform } from "@sheaf/contract/local-platform";
import * as v from "valibot";
import { isKnownLocalKey, isSecretKey } from "./known-keys.ts";
import { readTrustProxy } from "./trust-proxy.ts";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Used for what is not set, except in production: the local platform's fixed addresses and key. */
const localDefaults = {
  SITE_URL: "http://localhost:3000",
  SUPABASE_URL: localPlatform.url,
  SUPABASE_PUBLISHABLE_KEY: localPlatform.publishableKey,
  HOST: "localhost",
};

const Origin = v.pipe(
  v.string(),
  v.check((text) => originOf(text) !== undefined, "has to be http(s)://host[:port] and nothing more"),
  v.transform((text) => new URL(text).origin),
);
const WholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, "has to be a whole number"),
    v.transform(Number),
    v.minValue(min, `has to be at least ${min}`),
    v.maxValue(max, `has to be at most ${max}`),
  );

const Environment = v.pipe(
  v.object({
    NODE_ENV: v.optional(v.string(), "development"),
    SITE_URL: v.pipe(
      Origin,
      v.check(
        (url) => isIP(hostOf(url)) === 0,
        "has to name a host, not an IP address: passkeys refuse those",
      ),
    ),
    SUPABASE_URL: Origin,
    SUPABASE_INTERNAL_URL: v.optional(Origin),
    SUPABASE_PUBLISHABLE_KEY: v.pipe(
      v.string(),
      v.check((key) => !isSecretKey(key), "is a secret key; every page would show it"),
    ),
    HOST: v.optional(v.string(), "0.0.0.0"),
    PORT: v.optional(WholeNumber(0, 65_535), "3000"),
    LOG_LEVEL: v.optional(v.picklist(logLevels, `has to be one of ${logLevels.join(", ")}`), "info"),
    MAX_FILE_BYTES: v.optional(WholeNumber(1, Number.MAX_SAFE_INTEGER), String(limits.fileBytes)),
    TRUST_PROXY: v.optional(
      v.pipe(
        v.string(),
        v.transform(readTrustProxy),
        v.check((trust) => trust !== undefined, "has to be a number of proxies or a list of addresses"),
      ),
      "0",
    ),
    SITE_ROOT: v.optional(v.string()),
  }),
  v.forward(
    v.partialCheck(
      [["NODE_ENV"], ["SITE_URL"]],
      ({ NODE_ENV, SITE_URL }) => NODE_ENV !== "production" || isProtected(SITE_URL),
      "has to be https in production",
    ),
    ["SITE_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["NODE_ENV"], ["SUPABASE_URL"]],
      ({ NODE_ENV, SUPABASE_URL }) => NODE_ENV !== "production" || isProtected(SUPABASE_URL),
      "has to be https in production",
    ),
    ["SUPABASE_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["NODE_ENV"], ["SUPABASE_PUBLISHABLE_KEY"]],
      ({ NODE_ENV, SUPABASE_PUBLISHABLE_KEY }) =>
        NODE_ENV !== "production" || !isKnownLocalKey(SUPABASE_PUBLISHABLE_KEY),
      "is the key of every local platform; production needs its own",
    ),
    ["SUPABASE_PUBLISHABLE_KEY"],
  ),
  v.transform((values) => ({
    production: values.NODE_ENV === "production",
    siteUrl: values.SITE_URL,
    /** Where browsers reach the platform. */
    platformUrl: values.SUPABASE_URL,
    /** Where this process reaches it; another one only inside a container network. */
    platformInternalUrl: values.SUPABASE_INTERNAL_URL ?? values.SUPABASE_URL,
    publishableKey: values.SUPABASE_PUBLISHABLE_KEY,
    host: values.HOST,
    port: values.PORT,
    logLevel: values.LOG_LEVEL,
    maxFileBytes: values.MAX_FILE_BYTES,
    trustProxy: values.TRUST_PROXY ?? 0,
    siteRoot: values.SITE_ROOT,
  })),
);

/** Origins are without a trailing slash; `maxFileBytes` is in bytes. */
export type Config = v.InferOutput<typeof Environment>;

/** @throws Error whose message lists every setting that cannot be used, by name. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const defaults = given["NODE_ENV"] === "production" ? {} : localDefaults;
  const result = v.safeParse(Environment, { ...defaults, ...given });
  if (result.success) return result.output;

  const problems = result.issues.map((issue) => {
    const name = String(issue.path?.[0]?.key);
    return given[name] === undefined ? `  ${name} is not set` : `  ${name} ${issue.message}`;
  });
  throw new Error(`The sidecar cannot start with these settings:\n${problems.join("\n")}`);
}

function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  return url.pathname === "/" && url.search === "" && url.hash === "" ? url.origin : undefined;
}

function hostOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, "");
}

/** Plain http is for a machine that talks to itself. */
function isProtected(origin: string): boolean {
  return origin.startsWith("https:") || ["localhost", "127.0.0.1", "::1"].includes(hostOf(origin));
}
