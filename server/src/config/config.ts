import { isIP } from "node:net";
import { limits } from "@sheaf/contract/limits";
import { captchaProviders, type Captcha, type CaptchaProvider } from "@sheaf/contract/sidecar";
import { localPlatform } from "@sheaf/contract/local-platform";
import { localReceiptKey } from "@sheaf/contract/receipt/local-key";
import * as v from "valibot";
import {
  hostOf,
  isProtected,
  LinkUrl,
  NodeEnv,
  Origin,
  PublicKey,
  ReceiptKeys,
  SiteKey,
  TrustedProxies,
  WholeNumber,
} from "./config-fields.ts";
import { isKnownLocalKey, isKnownReceiptKey } from "./known-keys.ts";
import { readSettings } from "./read-settings.ts";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Defaults outside production: the local platform's fixed URL and key. */
const localDefaults = {
  SITE_URL: "http://localhost:3000",
  SUPABASE_URL: localPlatform.url,
  SUPABASE_PUBLISHABLE_KEY: localPlatform.publishableKey,
  HOST: "localhost",
  RECEIPT_PUBLIC_KEYS: localReceiptKey.public,
};

const Environment = v.pipe(
  v.object({
    NODE_ENV: NodeEnv,
    SITE_URL: v.pipe(
      Origin,
      v.check(
        (url) => isIP(hostOf(url)) === 0,
        "must name a host, not an IP address: passkeys don't work with one",
      ),
    ),
    SUPABASE_URL: Origin,
    SUPABASE_INTERNAL_URL: v.optional(Origin),
    SUPABASE_PUBLISHABLE_KEY: PublicKey,
    HOST: v.optional(v.string(), "0.0.0.0"),
    PORT: v.optional(WholeNumber(0, 65_535), "3000"),
    LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(", ")}`), "info"),
    MAX_FILE_BYTES: v.optional(WholeNumber(1, Number.MAX_SAFE_INTEGER), String(limits.fileBytes)),
    TRUST_PROXY: v.optional(TrustedProxies),
    SITE_ROOT: v.optional(v.string()),
    CAPTCHA_PROVIDER: v.optional(
      v.picklist(captchaProviders, `must be one of ${captchaProviders.join(", ")}`),
    ),
    CAPTCHA_SITE_KEY: v.optional(SiteKey),
    PRIVACY_URL: v.optional(LinkUrl),
    SECURITY_URL: v.optional(LinkUrl),
    SOURCE_URL: v.optional(LinkUrl),
    CONTACT_URL: v.optional(LinkUrl),
    RECEIPT_PUBLIC_KEYS: v.optional(ReceiptKeys, ""),
  }),
  v.forward(
    v.partialCheck(
      [["NODE_ENV"], ["SITE_URL"]],
      ({ NODE_ENV, SITE_URL }) => NODE_ENV !== "production" || isProtected(SITE_URL),
      "must be https in production",
    ),
    ["SITE_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["NODE_ENV"], ["SUPABASE_URL"]],
      ({ NODE_ENV, SUPABASE_URL }) => NODE_ENV !== "production" || isProtected(SUPABASE_URL),
      "must be https in production",
    ),
    ["SUPABASE_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["NODE_ENV"], ["SUPABASE_PUBLISHABLE_KEY"]],
      ({ NODE_ENV, SUPABASE_PUBLISHABLE_KEY }) =>
        NODE_ENV !== "production" || !isKnownLocalKey(SUPABASE_PUBLISHABLE_KEY),
      "is the key of every local platform; use your project's own in production",
    ),
    ["SUPABASE_PUBLISHABLE_KEY"],
  ),
  v.forward(
    v.partialCheck(
      [["NODE_ENV"], ["SITE_URL"], ["SUPABASE_URL"]],
      ({ NODE_ENV, SITE_URL, SUPABASE_URL }) => NODE_ENV !== "production" || SITE_URL !== SUPABASE_URL,
      "must be a different origin from SITE_URL: stored files would share the page's origin",
    ),
    ["SUPABASE_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["NODE_ENV"], ["SITE_URL"], ["TRUST_PROXY"]],
      ({ NODE_ENV, SITE_URL, TRUST_PROXY }) =>
        NODE_ENV !== "production" || SITE_URL.startsWith("http:") || TRUST_PROXY !== undefined,
      "is not set: https implies a proxy, and without this setting all clients would share one rate limit",
    ),
    ["TRUST_PROXY"],
  ),
  v.forward(
    v.partialCheck(
      [["CAPTCHA_PROVIDER"], ["CAPTCHA_SITE_KEY"]],
      ({ CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY }) =>
        CAPTCHA_PROVIDER === undefined || CAPTCHA_SITE_KEY !== undefined,
      "is not set, but CAPTCHA_PROVIDER is",
    ),
    ["CAPTCHA_SITE_KEY"],
  ),
  v.forward(
    v.partialCheck(
      [["CAPTCHA_PROVIDER"], ["CAPTCHA_SITE_KEY"]],
      ({ CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY }) =>
        CAPTCHA_SITE_KEY === undefined || CAPTCHA_PROVIDER !== undefined,
      "is not set, but CAPTCHA_SITE_KEY is",
    ),
    ["CAPTCHA_PROVIDER"],
  ),
  v.forward(
    v.partialCheck(
      [["NODE_ENV"], ["RECEIPT_PUBLIC_KEYS"]],
      ({ NODE_ENV, RECEIPT_PUBLIC_KEYS }) =>
        NODE_ENV !== "production" || !RECEIPT_PUBLIC_KEYS.some(isKnownReceiptKey),
      "has the key of every local installation; use your own in production",
    ),
    ["RECEIPT_PUBLIC_KEYS"],
  ),
  v.transform((values) => ({
    production: values.NODE_ENV === "production",
    siteUrl: values.SITE_URL,
    /** URL of the platform for browsers. */
    platformUrl: values.SUPABASE_URL,
    /** URL of the platform for this process; differs from `platformUrl` only inside a container network. */
    platformInternalUrl: values.SUPABASE_INTERNAL_URL ?? values.SUPABASE_URL,
    publishableKey: values.SUPABASE_PUBLISHABLE_KEY,
    host: values.HOST,
    port: values.PORT,
    logLevel: values.LOG_LEVEL,
    maxFileBytes: values.MAX_FILE_BYTES,
    trustProxy: values.TRUST_PROXY ?? 0,
    siteRoot: values.SITE_ROOT,
    captcha: captchaOf(values.CAPTCHA_PROVIDER, values.CAPTCHA_SITE_KEY),
    operatorUrls: {
      privacy: values.PRIVACY_URL,
      security: values.SECURITY_URL,
      source: values.SOURCE_URL,
      contact: values.CONTACT_URL,
    },
    /** Receipts are checked with these, the newest first; none where no receipts are issued. */
    receiptKeys: values.RECEIPT_PUBLIC_KEYS,
  })),
);

function captchaOf(provider: CaptchaProvider | undefined, siteKey: string | undefined): Captcha | null {
  return provider === undefined || siteKey === undefined ? null : { provider, siteKey };
}

/** Origins have no trailing slash; `maxFileBytes` is in bytes. */
export type Config = v.InferOutput<typeof Environment>;

/** @throws Error whose message lists every unusable setting by name. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const defaults = env["NODE_ENV"] === "production" ? {} : localDefaults;
  return readSettings(Environment, { env, defaults, reader: "The sidecar" });
}
