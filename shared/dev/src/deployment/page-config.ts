import { pageConfigNames } from "@sheaf/contract/sidecar";

export interface PageConfig {
  /** The platform's URL as used by the page. */
  readonly platformUrl: string;
  readonly publishableKey: string;
  readonly maxFileBytes: number;
  /** Provider of the page's CAPTCHA; empty without one. */
  readonly captchaProvider: string;
}

/** The page's configuration; undefined if a value is missing or unfilled. */
export function readPageConfig(html: string): PageConfig | undefined {
  const [platformUrl, publishableKey, maxFileBytes] = [
    pageConfigNames.platformUrl,
    pageConfigNames.publishableKey,
    pageConfigNames.maxFileBytes,
  ].map((name) => contentOf(html, name));
  if (platformUrl === undefined || publishableKey === undefined || !/^\d+$/.test(maxFileBytes ?? ""))
    return undefined;
  if (URL.parse(platformUrl) === null) return undefined;
  const captchaProvider = contentOf(html, pageConfigNames.captchaProvider) ?? "";
  return { platformUrl, publishableKey, maxFileBytes: Number(maxFileBytes), captchaProvider };
}

function contentOf(html: string, name: string): string | undefined {
  const content = new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(html)?.[1];
  return content
    ?.replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** The kind of key, judged by its format: the two of hosted projects or their older tokens. */
export function kindOfKey(key: string): "public" | "secret" | "none" {
  if (key.startsWith("sb_secret_")) return "secret";
  if (key.startsWith("sb_publishable_")) return "public";
  const role = roleOf(key);
  if (role === "anon") return "public";
  return role === "service_role" ? "secret" : "none";
}

function roleOf(token: string): unknown {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return typeof claims === "object" && claims !== null && "role" in claims ? claims.role : undefined;
  } catch {
    return undefined;
  }
}
