/** Settings of the service. Buckets can only lower the limits. */
export interface StorageSettings {
  /** Maximum size of an object, in bytes (`[storage] file_size_limit`). */
  readonly fileSizeLimit: number;
  /** Path of resumable uploads in the URLs that the service returns. */
  readonly tusPath: string;
  /** Adds `X-Forwarded-Prefix` before that path. */
  readonly usesForwardedPrefix: boolean;
  /** Lifetime of a signed upload URL in seconds. */
  readonly signedUploadSeconds: number;
}

/** Settings that config.toml can't express, with hosted's values. */
export const defaultStorageSettings = {
  tusPath: "/upload/resumable",
  usesForwardedPrefix: true,
  signedUploadSeconds: 7200,
} as const satisfies Partial<StorageSettings>;
