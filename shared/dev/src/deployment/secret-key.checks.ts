import { limits } from "@sheaf/contract/limits";
import { sendRequest, fieldOf, type RequestOptions } from "./send-request.ts";
import { kindOfKey, type PageConfig } from "./page-config.ts";
import type { Check, Verdict } from "./verdict.ts";

/** The worker's settings. */
export interface PurgeSettings {
  readonly secretKey: string | undefined;
  /** The key's platform, regardless of the page. */
  readonly supabaseUrl: string | undefined;
}

const purgeKey = "the worker's key works";

/**
 * Checks that the worker's key has the rights it needs; nothing is claimed or deleted. The key is sent only to
 * the platform from the environment, since the page could name any other.
 */
export function secretKeyChecks(page: PageConfig, { secretKey, supabaseUrl }: PurgeSettings): Check[] {
  if (secretKey === undefined) return [saying({ unseen: "SUPABASE_SECRET_KEY is not set" })];
  if (supabaseUrl === undefined) {
    return [
      saying({
        unseen: "SUPABASE_URL is not set, and the key is never sent to a platform named only by a page",
      }),
    ];
  }
  const own = URL.parse(supabaseUrl)?.origin;
  const named = new URL(page.platformUrl).origin;
  if (own !== named) {
    return [
      saying({
        wrong: `the page uses ${named}, but the key belongs to ${own ?? "no platform: SUPABASE_URL isn't a URL"}`,
        todo: "Use the URL and the key of one project. The key was not sent.",
      }),
    ];
  }
  return checksOf(page, secretKey);
}

function saying(verdict: Verdict): Check {
  return { name: purgeKey, look: () => Promise.resolve(verdict) };
}

function checksOf(page: PageConfig, secretKey: string): Check[] {
  const askAs = (path: string, { headers, ...options }: RequestOptions = {}) =>
    sendRequest(new URL(path, page.platformUrl).href, {
      ...options,
      headers: {
        apikey: secretKey,
        // Storage reads only this header; a gateway replaces it with the key's token.
        authorization: `Bearer ${secretKey}`,
        ...headers,
      },
    });
  return [
    {
      name: purgeKey,
      look: async () => {
        if (kindOfKey(secretKey) !== "secret") {
          return {
            wrong: "SUPABASE_SECRET_KEY isn't a secret key",
            todo: "A secret key begins with sb_secret_.",
          };
        }
        const { status } = await askAs("/rest/v1/rpc/finish_purge", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ object_keys: [] }),
        });
        return status === 200
          ? { ok: "it may mark objects as purged" }
          : {
              wrong: `finish_purge answers ${status}`,
              todo: "Use a key of this project and apply the migrations.",
            };
      },
    },
    {
      name: "the worker sends email",
      look: async () => {
        const { status, json } = await askAs("/rest/v1/rpc/email_report", { method: "POST" });
        if (status !== 200 || !Array.isArray(json)) {
          return { wrong: `email_report answers ${status}`, todo: "Apply the migrations." };
        }
        const late = json.filter((row) => fieldOf(row, "outcome") === "waiting" && isLate(row));
        return late.length === 0
          ? { ok: "no email has waited for more than a quarter of an hour" }
          : {
              wrong: `emails have waited for more than a quarter of an hour: ${late.map((row) => String(fieldOf(row, "kind"))).join(", ")}`,
              todo: "Start the worker, or read its log (HOSTED.md, step 10).",
            };
      },
    },
    {
      name: "the bucket accepts files up to the page's limit",
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
          ? { ok: `${size} bytes, and the page's limit is ${page.maxFileBytes}` }
          : {
              wrong: `it accepts ${size} bytes, but the page allows ${page.maxFileBytes}`,
              todo: `Set MAX_FILE_BYTES of the sidecar to ${Math.min(size, limits.fileBytes)}, or raise the bucket's limit.`,
            };
      },
    },
  ];
}

/** True if an email was due this long ago. Emails that wait for a cap or another attempt aren't due. */
function isLate(row: unknown): boolean {
  return Date.parse(String(fieldOf(row, "oldest"))) < Date.now() - 15 * 60_000;
}
