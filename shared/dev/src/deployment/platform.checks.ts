import { localPlatform } from "@sheaf/contract/local-platform";
import { type Answer, ask, type Question } from "./ask.ts";
import { kindOfKey, type PageConfig } from "./page-config.ts";
import type { Check } from "./verdict.ts";

/** What the rest is looked at through: the platform as the page reaches it, with the page's own key. */
export interface Visitor {
  readonly site: string;
  readonly page: PageConfig;
  /** A path of the platform, with the key and no person. */
  readonly ask: (path: string, question?: Question) => Promise<Answer>;
}

export function visitorOf(site: string, page: PageConfig): Visitor {
  return {
    site,
    page,
    ask: (path, { headers, ...question } = {}) =>
      ask(new URL(path, page.platformUrl).href, {
        ...question,
        headers: { apikey: page.publishableKey, ...headers },
      }),
  };
}

/** Requests that browsers ask leave for first, as the page makes them. */
const asked: readonly (readonly [path: string, method: string, headers: string])[] = [
  ["/auth/v1/user", "PUT", "apikey,authorization,content-type,x-client-info,x-supabase-api-version"],
  ["/rest/v1/rpc/peek_request", "POST", "apikey,authorization,content-profile,content-type,x-client-info"],
  ["/storage/v1/object/documents/a", "POST", "apikey,authorization,content-type,x-client-info,x-upsert"],
  [
    "/storage/v1/upload/resumable/a",
    "PATCH",
    "authorization,content-type,tus-resumable,upload-length,upload-metadata,upload-offset",
  ],
];

/** Where the page is sent, with which key, and whether a browser may go there. */
export function platformChecks({ site, page, ask: askPlatform }: Visitor): Check[] {
  const { origin, protocol, hostname } = new URL(page.platformUrl);
  return [
    {
      name: "stored files do not share an origin with the page",
      look: async () => {
        if (origin === site) {
          return {
            wrong: "the platform has the site's own origin",
            todo: "Set SUPABASE_URL to the project's own address.",
          };
        }
        if (
          protocol !== "https:" &&
          site.startsWith("https:") &&
          hostname !== "localhost" &&
          hostname !== "127.0.0.1"
        ) {
          return {
            wrong: "the platform is asked over plain http",
            todo: "Set SUPABASE_URL to its https address.",
          };
        }
        return { ok: `they are at ${origin}` };
      },
    },
    {
      name: "the key in every page is one that everybody may have",
      look: async () => {
        const kind = kindOfKey(page.publishableKey);
        if (kind === "secret") {
          return {
            wrong: "every page shows a secret key, which opens everything",
            todo: "Put the publishable key into SUPABASE_PUBLISHABLE_KEY now, and delete this one in the project: it is known.",
          };
        }
        if (kind === "none") {
          return {
            wrong: "it is no key of a project",
            todo: "SUPABASE_PUBLISHABLE_KEY begins with sb_publishable_.",
          };
        }
        if (page.publishableKey === localPlatform.publishableKey && site.startsWith("https:")) {
          return {
            wrong: "it is the key of every local platform",
            todo: "Put the project's own into SUPABASE_PUBLISHABLE_KEY.",
          };
        }
        return { ok: "it is a publishable one" };
      },
    },
    {
      name: "a browser may ask the platform from this site",
      look: async () => {
        for (const [path, method, headers] of asked) {
          const answer = await ask(new URL(path, page.platformUrl).href, {
            method: "OPTIONS",
            headers: {
              origin: site,
              "access-control-request-method": method,
              "access-control-request-headers": headers,
            },
          });
          const allowed = answer.headers.get("access-control-allow-origin");
          const names = listOf(answer.headers.get("access-control-allow-headers"));
          const missing = names.includes("*") ? [] : listOf(headers).filter((name) => !names.includes(name));
          if (answer.status >= 300 || (allowed !== "*" && allowed !== site) || missing.length > 0) {
            return {
              wrong: `${path} does not let it (${answer.status}, origin ${allowed ?? "none"}${missing.length > 0 ? `, not ${missing.join(", ")}` : ""})`,
              todo: "Whatever stands in front of the platform has to pass preflights on.",
            };
          }
        }
        return { ok: `${asked.length} kinds of request` };
      },
    },
    {
      name: "the platform takes that key",
      look: async () => {
        const { status } = await askPlatform("/auth/v1/settings");
        if (status === 200) return { ok: "Auth answers" };
        return {
          wrong: `Auth answers ${status}`,
          todo: "Copy SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY from the same project, and see that it is not paused.",
        };
      },
    },
  ];
}

function listOf(header: string | null): string[] {
  return (header ?? "").split(",").flatMap((name) => name.trim().toLowerCase() || []);
}
