import { localPlatform } from "@sheaf/contract/local-platform";
import { type ReceivedResponse, sendRequest, type RequestOptions } from "./send-request.ts";
import { kindOfKey, type PageConfig } from "./page-config.ts";
import type { Check } from "./verdict.ts";

/** The platform as the page reaches it, with the page's key. */
export interface Visitor {
  readonly site: string;
  readonly page: PageConfig;
  /** Requests a path of the platform with the key and without a user. */
  readonly ask: (path: string, options?: RequestOptions) => Promise<ReceivedResponse>;
}

export function visitorOf(site: string, page: PageConfig): Visitor {
  return {
    site,
    page,
    ask: (path, { headers, ...options } = {}) =>
      sendRequest(new URL(path, page.platformUrl).href, {
        ...options,
        headers: { apikey: page.publishableKey, ...headers },
      }),
  };
}

/** Requests that need a preflight, as the page makes them. */
const preflights: readonly (readonly [path: string, method: string, headers: string])[] = [
  ["/auth/v1/user", "PUT", "apikey,authorization,content-type,x-client-info,x-supabase-api-version"],
  ["/rest/v1/rpc/peek_request", "POST", "apikey,authorization,content-profile,content-type,x-client-info"],
  ["/storage/v1/object/documents/a", "POST", "apikey,authorization,content-type,x-client-info,x-upsert"],
  [
    "/storage/v1/upload/resumable/a",
    "PATCH",
    "authorization,content-type,tus-resumable,upload-length,upload-metadata,upload-offset",
  ],
];

/** Checks the platform's URL, the key and CORS. */
export function platformChecks({ site, page, ask: askPlatform }: Visitor): Check[] {
  const { origin, protocol, hostname } = new URL(page.platformUrl);
  return [
    {
      name: "stored files have a different origin from the page",
      look: async () => {
        if (origin === site) {
          return {
            wrong: "the platform has the site's origin",
            todo: "Set SUPABASE_URL to the project's own URL.",
          };
        }
        if (
          protocol !== "https:" &&
          site.startsWith("https:") &&
          hostname !== "localhost" &&
          hostname !== "127.0.0.1"
        ) {
          return {
            wrong: "the platform is called over plain http",
            todo: "Set SUPABASE_URL to its https URL.",
          };
        }
        return { ok: `they are at ${origin}` };
      },
    },
    {
      name: "the page's key is public",
      look: async () => {
        const kind = kindOfKey(page.publishableKey);
        if (kind === "secret") {
          return {
            wrong: "every page reveals a secret key, which bypasses all rights",
            todo: "Put the publishable key into SUPABASE_PUBLISHABLE_KEY now, and revoke this one in the project.",
          };
        }
        if (kind === "none") {
          return {
            wrong: "it isn't a project's key",
            todo: "SUPABASE_PUBLISHABLE_KEY begins with sb_publishable_.",
          };
        }
        if (page.publishableKey === localPlatform.publishableKey && site.startsWith("https:")) {
          return {
            wrong: "it is the key of every local platform",
            todo: "Put the project's own key into SUPABASE_PUBLISHABLE_KEY.",
          };
        }
        return { ok: "it is a publishable one" };
      },
    },
    {
      name: "browsers can call the platform from this site",
      look: async () => {
        for (const [path, method, headers] of preflights) {
          const response = await sendRequest(new URL(path, page.platformUrl).href, {
            method: "OPTIONS",
            headers: {
              origin: site,
              "access-control-request-method": method,
              "access-control-request-headers": headers,
            },
          });
          const allowed = response.headers.get("access-control-allow-origin");
          const names = listOf(response.headers.get("access-control-allow-headers"));
          const missing = names.includes("*") ? [] : listOf(headers).filter((name) => !names.includes(name));
          if (response.status >= 300 || (allowed !== "*" && allowed !== site) || missing.length > 0) {
            return {
              wrong: `${path} does not let it (${response.status}, origin ${allowed ?? "none"}${missing.length > 0 ? `, not ${missing.join(", ")}` : ""})`,
              todo: "The proxy in front of the platform must pass preflight requests on.",
            };
          }
        }
        return { ok: `${preflights.length} kinds of request` };
      },
    },
    {
      name: "the platform accepts the key",
      look: async () => {
        const { status } = await askPlatform("/auth/v1/settings");
        if (status === 200) return { ok: "Auth answers" };
        return {
          wrong: `Auth answers ${status}`,
          todo: "Copy SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY from the same project, and check that it isn't paused.",
        };
      },
    },
  ];
}

function listOf(header: string | null): string[] {
  return (header ?? "").split(",").flatMap((name) => name.trim().toLowerCase() || []);
}
