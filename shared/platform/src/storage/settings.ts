/** What `[storage]` of config.toml decides; a bucket's own limits narrow it further. */
export interface StorageSettings {
  /** Largest object the service takes, in bytes (`file_size_limit`). */
  readonly fileSizeLimit: number;
}
