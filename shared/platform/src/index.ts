export type { Clock } from "./clock.ts";
export type { Database, DatabaseRole, Query, Rows } from "./database/database.ts";
export { localKeys } from "./keys.ts";
export type { Log } from "./log.ts";
export type { CapturedEmail, Mailbox } from "./email/mailbox.ts";
export { type Platform, type PlatformOptions, startPlatform } from "./platform.ts";
