import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";

type Listener = (client: SupabaseClient<Database>) => void;

let listener: Listener | undefined;

/**
 * Says who is told of the platform's client when it comes to be. The client is a large download that a page without
 * a session may never need, so whoever must hear its events waits here instead of importing it.
 */
export function onClientCreated(tell: Listener): void {
  listener = tell;
}

export function announceClient(client: SupabaseClient<Database>): void {
  listener?.(client);
}
