import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Disk } from "./disk.ts";
import type { StorageSettings } from "./settings.ts";

/** What every route of the service is made from. */
export interface StorageParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: StorageSettings;
  /** HS256 secret of the tokens callers show. */
  readonly jwtSecret: string;
  readonly disk: Disk;
}
