import * as v from "valibot";
import { isProtected, NodeEnv, Origin, WholeNumber } from "../config/config-fields.ts";
import { isKnownLocalKey, isSecretKey } from "../config/known-keys.ts";
import { readSettings } from "../config/read-settings.ts";

const Environment = v.pipe(
  v.object({
    NODE_ENV: NodeEnv,
    SUPABASE_URL: v.optional(Origin),
    SUPABASE_INTERNAL_URL: v.optional(Origin),
    SUPABASE_SECRET_KEY: v.pipe(
      v.string(),
      v.check(
        isSecretKey,
        "is not a secret key: those begin with sb_secret_ or are tokens of the role service_role",
      ),
    ),
    // Hosted platforms allow a resumable upload to continue for a day.
    PURGE_UPLOAD_HOURS: v.optional(WholeNumber(1, 8_760), "24"),
    PURGE_UPLOADS_FOLDER: v.optional(
      v.pipe(
        v.string(),
        v.check((path) => path.startsWith("/"), "is not an absolute path"),
      ),
    ),
    PURGE_BATCH: v.optional(WholeNumber(1, 500), "100"),
    PURGE_ANSWER_SECONDS: v.optional(WholeNumber(1, 300), "30"),
  }),
  v.forward(
    v.partialCheck(
      [["SUPABASE_URL"], ["SUPABASE_INTERNAL_URL"]],
      ({ SUPABASE_URL: outer, SUPABASE_INTERNAL_URL: inner }) => (inner ?? outer) !== undefined,
      "is not set, and neither is SUPABASE_INTERNAL_URL",
    ),
    ["SUPABASE_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["SUPABASE_URL"], ["SUPABASE_INTERNAL_URL"]],
      ({ SUPABASE_URL: outer, SUPABASE_INTERNAL_URL: inner }) =>
        inner !== undefined || outer === undefined || isProtected(outer),
      "must be https: the secret key is sent there",
    ),
    ["SUPABASE_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["NODE_ENV"], ["SUPABASE_SECRET_KEY"]],
      ({ NODE_ENV, SUPABASE_SECRET_KEY }) =>
        NODE_ENV !== "production" || !isKnownLocalKey(SUPABASE_SECRET_KEY),
      "is a key of every local platform; use your project's own in production",
    ),
    ["SUPABASE_SECRET_KEY"],
  ),
  v.transform((values) => ({
    /** URL of the platform for this process. */
    platformUrl: values.SUPABASE_INTERNAL_URL ?? values.SUPABASE_URL ?? "",
    secretKey: values.SUPABASE_SECRET_KEY,
    /** Age in hours after which an unfinished upload is abandoned. */
    uploadHours: values.PURGE_UPLOAD_HOURS,
    /** Folder of the bucket in the volume of Storage's file backend, which never expires uploads; none elsewhere. */
    uploadsFolder: values.PURGE_UPLOADS_FOLDER,
    /** Objects claimed and deleted per batch. */
    batch: values.PURGE_BATCH,
    /** Longest wait for one response of the platform, in milliseconds. */
    timeoutMs: values.PURGE_ANSWER_SECONDS * 1_000,
  })),
);

export type PurgeConfig = v.InferOutput<typeof Environment>;

/**
 * There are no defaults on any machine: this job deletes, with a key that gives full access.
 *
 * @throws Error whose message lists every unusable setting by name.
 */
export function readPurgeConfig(env: Readonly<Record<string, string | undefined>>): PurgeConfig {
  return readSettings(Environment, { env, reader: "The purge job" });
}
