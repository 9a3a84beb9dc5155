import { fileURLToPath } from "node:url";

const shared = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Folder of the product's migrations. */
export const productMigrations = shared("supabase/migrations");
/** Folder of the present state that they lead to. */
export const productSchemas = shared("supabase/schemas");
export const productConfig = shared("supabase/config.toml");
