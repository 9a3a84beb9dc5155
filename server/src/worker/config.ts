import { decodeBase64Url } from "@sheaf/contract/receipt/base64-url";
import { readKey } from "@sheaf/contract/receipt/key-list";
import { localReceiptKey } from "@sheaf/contract/receipt/local-key";
import * as v from "valibot";
import { isProtected, NodeEnv, Origin, WholeNumber } from "../config/config-fields.ts";
import { isKnownLocalKey, isSecretKey } from "../config/known-keys.ts";
import { readSettings } from "../config/read-settings.ts";
import { secretPattern } from "./hook/verify-webhook.ts";
import { taskNames } from "./task.ts";

const Tasks = v.pipe(
  v.string(),
  v.transform((text) => text.split(",")),
  v.array(v.picklist(taskNames, `must be a list of ${taskNames.join(", ")}`)),
);

const SmtpUrl = v.pipe(
  v.string(),
  v.check(
    (text) => /^smtps?:$/.test(URL.parse(text)?.protocol ?? ""),
    "must be smtp://user:password@host:port, or smtps:// for TLS from the start",
  ),
);

/** Several while one replaces another, as Auth takes them. */
const HookSecrets = v.pipe(
  v.string(),
  v.transform((text) => text.split("|")),
  v.array(
    v.pipe(
      v.string(),
      v.regex(secretPattern, "must be v1,whsec_ and a secret in Base64, or several with | between them"),
    ),
  ),
);

/** "<id>:<32 bytes in base64url>", as `pnpm receipt-key` prints it. */
const SigningKey = v.pipe(
  v.string(),
  v.check((text) => readKey(text) !== undefined, "must be <id>:<secret key>, as pnpm receipt-key prints it"),
  v.transform((text) => {
    const { kid = "", bytes = "" } = readKey(text) ?? {};
    return { text, kid, secret: decodeBase64Url(bytes) };
  }),
);

/** Settings of everything that sends emails. */
interface EmailUse {
  WORKER_TASKS?: readonly string[] | undefined;
  SEND_EMAIL_HOOK_SECRET?: readonly string[] | undefined;
}

const sendsEmail = ({ WORKER_TASKS, SEND_EMAIL_HOOK_SECRET }: EmailUse): boolean =>
  (WORKER_TASKS ?? taskNames).includes("email") || SEND_EMAIL_HOOK_SECRET !== undefined;

interface SmtpSettings {
  SMTP_URL: string;
  SMTP_USER?: string | undefined;
  SMTP_PASSWORD?: string | undefined;
}

/** The server's URL, with a user and a password that were given apart and may contain any character. */
function smtpUrl({ SMTP_URL, SMTP_USER, SMTP_PASSWORD }: SmtpSettings): string {
  const url = new URL(SMTP_URL);
  if (SMTP_USER !== undefined) url.username = encodeURIComponent(SMTP_USER);
  if (SMTP_PASSWORD !== undefined) url.password = encodeURIComponent(SMTP_PASSWORD);
  // That port uses TLS from the start, as it does in Auth.
  if (url.port === "465") url.protocol = "smtps:";
  return url.href;
}

interface EmailSettings extends Omit<SmtpSettings, "SMTP_URL"> {
  SITE_URL?: string | undefined;
  SMTP_URL?: string | undefined;
  EMAIL_FROM?: string | undefined;
}

/** Empty where no email is sent. */
const emailSettings = ({ SITE_URL = "", SMTP_URL, EMAIL_FROM = "", ...rest }: EmailSettings) => ({
  siteUrl: SITE_URL,
  smtpUrl: SMTP_URL === undefined ? "" : smtpUrl({ ...rest, SMTP_URL }),
  from: EMAIL_FROM,
});

const Environment = v.pipe(
  v.object({
    NODE_ENV: NodeEnv,
    WORKER_TASKS: v.optional(Tasks),
    WORKER_PORT: v.optional(WholeNumber(0, 65_535), "3001"),
    WORKER_ANSWER_SECONDS: v.optional(WholeNumber(1, 300), "30"),
    SUPABASE_URL: v.optional(Origin),
    SUPABASE_INTERNAL_URL: v.optional(Origin),
    SUPABASE_SECRET_KEY: v.pipe(
      v.string(),
      v.check(
        isSecretKey,
        "is not a secret key: those begin with sb_secret_ or are tokens of the role service_role",
      ),
    ),
    SITE_URL: v.optional(Origin),
    SMTP_URL: v.optional(SmtpUrl),
    SMTP_USER: v.optional(v.string()),
    SMTP_PASSWORD: v.optional(v.string()),
    EMAIL_FROM: v.optional(v.pipe(v.string(), v.email("must be an email address, without a name"))),
    RECEIPT_SIGNING_KEY: v.optional(SigningKey),
    SEND_EMAIL_HOOK_SECRET: v.optional(HookSecrets),
    SEND_EMAIL_HOOK_HOST: v.optional(v.string(), "127.0.0.1"),
    SEND_EMAIL_HOOK_PORT: v.optional(WholeNumber(0, 65_535), "3002"),
    // Hosted platforms allow a resumable upload to continue for a day.
    PURGE_UPLOAD_HOURS: v.optional(WholeNumber(1, 8_760), "24"),
    PURGE_UPLOADS_FOLDER: v.optional(
      v.pipe(
        v.string(),
        v.check((path) => path.startsWith("/"), "is not an absolute path"),
      ),
    ),
    PURGE_BATCH: v.optional(WholeNumber(1, 500), "100"),
    PURGE_PAUSE_SECONDS: v.optional(WholeNumber(1, 86_400), "900"),
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
  v.forward(
    v.partialCheck(
      [["WORKER_TASKS"], ["SEND_EMAIL_HOOK_SECRET"], ["SITE_URL"]],
      (values) => !sendsEmail(values) || values.SITE_URL !== undefined,
      "is not set",
    ),
    ["SITE_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["WORKER_TASKS"], ["SEND_EMAIL_HOOK_SECRET"], ["SMTP_URL"]],
      (values) => !sendsEmail(values) || values.SMTP_URL !== undefined,
      "is not set",
    ),
    ["SMTP_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["WORKER_TASKS"], ["SEND_EMAIL_HOOK_SECRET"], ["EMAIL_FROM"]],
      (values) => !sendsEmail(values) || values.EMAIL_FROM !== undefined,
      "is not set",
    ),
    ["EMAIL_FROM"],
  ),
  v.forward(
    v.partialCheck(
      [["WORKER_TASKS"], ["RECEIPT_SIGNING_KEY"]],
      ({ WORKER_TASKS, RECEIPT_SIGNING_KEY }) =>
        RECEIPT_SIGNING_KEY !== undefined || WORKER_TASKS?.includes("receipts") !== true,
      "is not set",
    ),
    ["RECEIPT_SIGNING_KEY"],
  ),
  v.forward(
    v.partialCheck(
      [["NODE_ENV"], ["RECEIPT_SIGNING_KEY"]],
      ({ NODE_ENV, RECEIPT_SIGNING_KEY }) =>
        NODE_ENV !== "production" || RECEIPT_SIGNING_KEY?.text !== localReceiptKey.signing,
      "is the key of every local installation; use your own in production",
    ),
    ["RECEIPT_SIGNING_KEY"],
  ),
  v.transform((values) => ({ ...values, email: emailSettings(values) })),
  v.transform(({ email, ...values }) => ({
    /** Without a key, no receipts can be signed. */
    tasks:
      values.WORKER_TASKS ??
      taskNames.filter((name) => name !== "receipts" || values.RECEIPT_SIGNING_KEY !== undefined),
    /** Of the health check, on this machine only. */
    port: values.WORKER_PORT,
    platform: {
      /** As this process reaches it. */
      url: values.SUPABASE_INTERNAL_URL ?? values.SUPABASE_URL ?? "",
      secretKey: values.SUPABASE_SECRET_KEY,
      /** Longest wait for one response, in milliseconds. */
      timeoutMs: values.WORKER_ANSWER_SECONDS * 1_000,
    },
    email,
    /** Undefined where Auth sends its emails itself. */
    hook: values.SEND_EMAIL_HOOK_SECRET && {
      ...email,
      secrets: values.SEND_EMAIL_HOOK_SECRET,
      host: values.SEND_EMAIL_HOOK_HOST,
      port: values.SEND_EMAIL_HOOK_PORT,
    },
    /** Empty where no receipts are issued. */
    signingKey: values.RECEIPT_SIGNING_KEY ?? { kid: "", secret: new Uint8Array() },
    purge: {
      /** Age in hours after which an unfinished upload is abandoned. */
      uploadHours: values.PURGE_UPLOAD_HOURS,
      /** Folder of the bucket in the volume of Storage's file backend, which never expires uploads; none elsewhere. */
      uploadsFolder: values.PURGE_UPLOADS_FOLDER,
      /** Objects claimed and deleted per batch. */
      batch: values.PURGE_BATCH,
      /** Between two runs, in milliseconds. */
      pauseMs: values.PURGE_PAUSE_SECONDS * 1_000,
    },
  })),
);

export type WorkerConfig = v.InferOutput<typeof Environment>;
export type PlatformConfig = WorkerConfig["platform"];
export type HookConfig = NonNullable<WorkerConfig["hook"]>;

/**
 * Nothing that could reach other people's data has a default: the worker deletes and sends, with a key that gives full
 * access.
 *
 * @throws Error whose message lists every unusable setting by name.
 */
export function readWorkerConfig(env: Readonly<Record<string, string | undefined>>): WorkerConfig {
  return readSettings(Environment, { env, reader: "The worker" });
}
