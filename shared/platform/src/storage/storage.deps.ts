import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import type { Disk } from "./files/disk.ts";
import type { StorageSettings } from "./storage.settings.ts";

/** Dependencies of every route. */
export interface StorageDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: StorageSettings;
  /** Keys that callers' tokens must be signed with. */
  readonly tokenKeys: TokenKeys;
  readonly disk: Disk;
}
