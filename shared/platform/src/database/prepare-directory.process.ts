import process from "node:process";
import { silentLog } from "../log.ts";
import { createDatabaseFiles } from "./engine/data-directory.ts";
import { lockDirectory } from "./engine/directory-lock.ts";
import { readMigrations } from "./migrations/migration-files.ts";
import { migratedSnapshot } from "./open-database.ts";
import { readSchemaSources } from "./schema-sources.ts";

// Only the parent process needs the database.
process.once("disconnect", () => process.exit());

const [directory = "", folder = "none"] = process.argv.slice(2);
const lock = await lockDirectory(directory);
const migrations = folder === "none" ? [] : await readMigrations(folder);
const sources = await readSchemaSources();
await createDatabaseFiles(directory, () => migratedSnapshot(sources, { migrations, log: silentLog }));
await lock.release();
process.exit();
