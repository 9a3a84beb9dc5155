import * as v from "valibot";
import { isProtected, NodeEnv, Origin, WholeNumber } from "../config-fields.ts";
import { isKnownLocalKey, isSecretKey } from "../known-keys.ts";
import { readSettings } from "../read-settings.ts";

const Environment = v.pipe(
  v.object({
    NODE_ENV: NodeEnv,
    SUPABASE_URL: v.optional(Origin),
    SUPABASE_INTERNAL_URL: v.optional(Origin),
    SUPABASE_SECRET_KEY: v.pipe(
      v.string(),
      v.check(
        isSecretKey,
        "is no secret key: one begins with sb_secret_, or is a token of the role service_role",
      ),
    ),
    // A resumable upload may go on for a day on hosted platforms.
    PURGE_UPLOAD_HOURS: v.optional(WholeNumber(1, 8_760), "24"),
    PURGE_BATCH: v.optional(WholeNumber(1, 500), "100"),
    PURGE_ANSWER_SECONDS: v.optional(WholeNumber(1, 300), "30"),
  }),
  v.forward(
    v.partialCheck(
      [["SUPABASE_URL"], ["SUPABASE_INTERNAL_URL"]],
      ({ SUPABASE_URL: outer, SUPABASE_INTERNAL_URL: inner }) => (inner ?? outer) !== undefined,
      "is not set, nor is SUPABASE_INTERNAL_URL",
    ),
    ["SUPABASE_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["SUPABASE_URL"], ["SUPABASE_INTERNAL_URL"]],
      ({ SUPABASE_URL: outer, SUPABASE_INTERNAL_URL: inner }) =>
        inner !== undefined || outer === undefined || isProtected(outer),
      "has to be https: the secret key is sent there",
    ),
    ["SUPABASE_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["NODE_ENV"], ["SUPABASE_SECRET_KEY"]],
      ({ NODE_ENV, SUPABASE_SECRET_KEY }) =>
        NODE_ENV !== "production" || !isKnownLocalKey(SUPABASE_SECRET_KEY),
      "is a key of every local platform; production needs its own",
    ),
    ["SUPABASE_SECRET_KEY"],
  ),
  v.transform((values) => ({
    /** Where this process reaches the platform. */
    platformUrl: values.SUPABASE_INTERNAL_URL ?? values.SUPABASE_URL ?? "",
    secretKey: values.SUPABASE_SECRET_KEY,
    /** From when on an upload that was begun and not finished is over. */
    uploadHours: values.PURGE_UPLOAD_HOURS,
    /** Objects that are claimed and deleted at a time. */
    batch: values.PURGE_BATCH,
    /** Longest wait for one answer of the platform, in milliseconds. */
    answerMs: values.PURGE_ANSWER_SECONDS * 1_000,
  })),
);

export type PurgeConfig = v.InferOutput<typeof Environment>;

/**
 * Nothing is taken for granted, on no machine: this job deletes, with a key that opens everything.
 *
 * @throws Error whose message lists every setting that cannot be used, by name.
 */
export function readPurgeConfig(env: Readonly<Record<string, string | undefined>>): PurgeConfig {
  return readSettings(Environment, { env, reader: "The purge job" });
}
