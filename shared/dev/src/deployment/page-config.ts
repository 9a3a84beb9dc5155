import { pageConfigNames } from "@sheaf/contract/sidecar";

export interface PageConfig {
  /** Where the page reaches the platform. */
  readonly platformUrl: string;
  readonly publishableKey: string;
  readonly maxFileBytes: number;
}

/** What a page tells the application about where it runs; undefined where a value is missing or was never filled in. */
export function readPageConfig(html: string): PageConfig | undefined {
  const [platformUrl, publishableKey, maxFileBytes] = [
    pageConfigNames.platformUrl,
    pageConfigNames.publishableKey,
    pageConfigNames.maxFileBytes,
  ].map((name) => contentOf(html, name));
  if (platformUrl === undefined || publishableKey === undefined || !/^\d+$/.test(maxFileBytes ?? ""))
    return undefined;
  if (URL.parse(platformUrl) === null) return undefined;
  return { platformUrl, publishableKey, maxFileBytes: Number(maxFileBytes) };
}

function contentOf(html: string, name: string): string | undefined {
  const content = new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(html)?.[1];
  return content
    ?.replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** What a key is, by its form alone: of the two that hosted projects have, or of their older tokens. */
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
