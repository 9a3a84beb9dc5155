import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import type { Disk } from "./disk.ts";
import type { StorageSettings } from "./settings.ts";

/** What every route of the service is made from. */
export interface StorageParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: StorageSettings;
  /** What the tokens that callers show must be signed with. */
  readonly tokenKeys: TokenKeys;
  readonly disk: Disk;
}
