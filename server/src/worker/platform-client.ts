import type { Database } from "@sheaf/contract/database.types";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { PlatformConfig } from "./config.ts";

/** The platform with the secret key. Calls that take too long fail. */
export function createPlatformClient({
  url,
  secretKey,
  timeoutMs,
}: PlatformConfig): SupabaseClient<Database> {
  return createClient<Database>(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) }) },
  });
}
