import { limits } from "@sheaf/contract/limits";
import { ask, fieldOf, type Question } from "./ask.ts";
import { kindOfKey, type PageConfig } from "./page-config.ts";
import type { Check, Verdict } from "./verdict.ts";

/** What the purge job is told. */
export interface PurgeSettings {
  readonly secretKey: string | undefined;
  /** The platform that the key is for, whatever a page says. */
  readonly supabaseUrl: string | undefined;
}

const purgeKey = "the purge job's key works";

/**
 * Whether the purge job's key does what that job needs; nothing is claimed and nothing deleted. The key goes to the
 * platform of the environment alone: whoever answers at a site's address can have its page name any other.
 */
export function secretKeyChecks(page: PageConfig, { secretKey, supabaseUrl }: PurgeSettings): Check[] {
  if (secretKey === undefined) return [saying({ unseen: "SUPABASE_SECRET_KEY is not set" })];
  if (supabaseUrl === undefined) {
    return [
      saying({ unseen: "SUPABASE_URL is not set, and the key goes to no platform that a page alone names" }),
    ];
  }
  const own = URL.parse(supabaseUrl)?.origin;
  const named = new URL(page.platformUrl).origin;
  if (own !== named) {
    return [
      saying({
        wrong: `the page is of ${named}, and the key of ${own ?? "no platform: SUPABASE_URL is no address"}`,
        todo: "Take the address and the key of one project. The key was not sent.",
      }),
    ];
  }
  return checksOf(page, secretKey);
}

function saying(verdict: Verdict): Check {
  return { name: purgeKey, look: () => Promise.resolve(verdict) };
}

function checksOf(page: PageConfig, secretKey: string): Check[] {
  const askAs = (path: string, { headers, ...question }: Question = {}) =>
    ask(new URL(path, page.platformUrl).href, {
      ...question,
      headers: {
        apikey: secretKey,
        // Storage reads this one alone; a gateway puts the key's own token in its place.
        authorization: `Bearer ${secretKey}`,
        ...headers,
      },
    });
  return [
    {
      name: purgeKey,
      look: async () => {
        if (kindOfKey(secretKey) !== "secret") {
          return { wrong: "SUPABASE_SECRET_KEY is no secret key", todo: "It begins with sb_secret_." };
        }
        const { status } = await askAs("/rest/v1/rpc/finish_purge", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ object_keys: [] }),
        });
        return status === 200
          ? { ok: "it may tell which objects are gone" }
          : {
              wrong: `finish_purge answers ${status}`,
              todo: "Take a key of this project, and apply the migrations.",
            };
      },
    },
    {
      name: "the bucket takes files as large as the page lets people add",
      look: async () => {
        const { status, json } = await askAs("/storage/v1/bucket/documents");
        const size = fieldOf(json, "file_size_limit");
        if (status !== 200 || typeof size !== "number") {
          return {
            wrong: `the bucket cannot be read (${status})`,
            todo: "Apply the migrations: `supabase db push --remote`.",
          };
        }
        return size >= page.maxFileBytes
          ? { ok: `${size} bytes, and the page says ${page.maxFileBytes}` }
          : {
              wrong: `it takes ${size} bytes, and the page lets people add ${page.maxFileBytes}`,
              todo: `Set MAX_FILE_BYTES of the sidecar to ${Math.min(size, limits.fileBytes)}, or the bucket's limit higher.`,
            };
      },
    },
  ];
}
