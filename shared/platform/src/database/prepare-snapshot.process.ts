import process from "node:process";
import { silentLog } from "../log.ts";
import { readMigrations } from "./migrations/migration-files.ts";
import { migratedSnapshot } from "./open-database.ts";
import { readSchemaSources } from "./schema-sources.ts";

// Without this process's parent nobody needs the snapshot.
process.once("disconnect", () => process.exit());

const [folder = "none"] = process.argv.slice(2);
const migrations = folder === "none" ? [] : await readMigrations(folder);
await migratedSnapshot(await readSchemaSources(), { migrations, log: silentLog });
process.exit();
