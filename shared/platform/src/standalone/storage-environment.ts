import * as v from "valibot";
import type { StorageSettings } from "../storage/storage.settings.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import { always, Count, type Environment, readEnvironment, Switch, Text } from "./read-environment.ts";

/** Environment variables of the image `supabase/storage-api`. */
export const storageTable = {
  supported: {
    SERVER_HOST: Text,
    SERVER_PORT: Count,
    DATABASE_URL: Text,
    AUTH_JWT_SECRET: Text,
    FILE_SIZE_LIMIT: Count,
    STORAGE_BACKEND: always("file"),
    FILE_STORAGE_BACKEND_PATH: Text,
    ENABLE_IMAGE_TRANSFORMATION: always("false"),
    // The real service serves both unless told otherwise, without asking for a token.
    EXPOSE_DOCS: always("false"),
    S3_PROTOCOL_ENABLED: always("false"),
    // Defaults of the real service.
    UPLOAD_SIGNED_URL_EXPIRATION_TIME: v.optional(Count, "60"),
    REQUEST_ALLOW_X_FORWARDED_PATH: v.optional(Switch, "false"),
    TUS_URL_PATH: v.optional(Text, "/upload/resumable"),
  },
  ignored: [
    // Ours verifies every token with the secret and connects only to Postgres.
    "ANON_KEY",
    "SERVICE_KEY",
    // Ours builds public addresses from the gateway's headers.
    "STORAGE_PUBLIC_URL",
    // Names in the layout of the volume, which no response contains.
    "GLOBAL_S3_BUCKET",
    "TENANT_ID",
    "REGION",
  ],
};

/** Settings of the standalone Storage, from the environment of its container in docker compose. */
export interface StorageEnvironment {
  readonly host: string;
  readonly port: number;
  /** Connects as `supabase_storage_admin`. */
  readonly connectionString: string;
  readonly tokenKeys: TokenKeys;
  readonly settings: StorageSettings;
  readonly directory: string;
  /** Names that were set and are ignored. */
  readonly ignored: readonly string[];
}

/** @throws one line per setting that is missing or unsupported. */
export function readStorageEnvironment(env: Environment): StorageEnvironment {
  const { values, ignored } = readEnvironment(storageTable, env);
  return {
    host: values.SERVER_HOST,
    port: values.SERVER_PORT,
    connectionString: values.DATABASE_URL,
    tokenKeys: { secret: values.AUTH_JWT_SECRET, signingKeys: [] },
    settings: {
      fileSizeLimit: values.FILE_SIZE_LIMIT,
      tusPath: values.TUS_URL_PATH,
      usesForwardedPrefix: values.REQUEST_ALLOW_X_FORWARDED_PATH,
      signedUploadSeconds: values.UPLOAD_SIGNED_URL_EXPIRATION_TIME,
    },
    directory: values.FILE_STORAGE_BACKEND_PATH,
    ignored,
  };
}
