import type { StorageSettings } from "../storage/settings.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import { always, Count, type Environment, readEnvironment, Text } from "./read-environment.ts";

/** By the names of the image `supabase/storage-api`. */
export const storageTable = {
  takes: {
    SERVER_HOST: Text,
    SERVER_PORT: Count,
    DATABASE_URL: Text,
    AUTH_JWT_SECRET: Text,
    FILE_SIZE_LIMIT: Count,
    STORAGE_BACKEND: always("file"),
    FILE_STORAGE_BACKEND_PATH: Text,
    ENABLE_IMAGE_TRANSFORMATION: always("false"),
  },
  leaves: [
    // Ours judges every token by the secret, and asks only Postgres.
    "ANON_KEY",
    "SERVICE_KEY",
    "POSTGREST_URL",
    // Where the world finds it: ours takes that from what the gateway says of each request. And what lies under which
    // name there, which ours says in no answer.
    "STORAGE_PUBLIC_URL",
    "REQUEST_ALLOW_X_FORWARDED_PATH",
    "TUS_URL_PATH",
    "GLOBAL_S3_BUCKET",
    "TENANT_ID",
    "REGION",
  ],
};

/** What Storage needs to start alone, as its container in docker compose is told it. */
export interface StorageEnvironment {
  readonly host: string;
  readonly port: number;
  /** Of `supabase_storage_admin`. */
  readonly connectionString: string;
  readonly tokenKeys: TokenKeys;
  readonly settings: StorageSettings;
  readonly directory: string;
  /** Names that were given and that ours has no part for. */
  readonly left: readonly string[];
}

/** @throws in words, one line per setting that is missing or that ours cannot do. */
export function readStorageEnvironment(env: Environment): StorageEnvironment {
  const { taken, left } = readEnvironment(storageTable, env);
  return {
    host: taken.SERVER_HOST,
    port: taken.SERVER_PORT,
    connectionString: taken.DATABASE_URL,
    tokenKeys: { secret: taken.AUTH_JWT_SECRET, signingKeys: [] },
    settings: { fileSizeLimit: taken.FILE_SIZE_LIMIT },
    directory: taken.FILE_STORAGE_BACKEND_PATH,
    left,
  };
}
