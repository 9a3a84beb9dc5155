import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";

type Client = SupabaseClient<Database>;

let created: Client | undefined;
let tell: ((client: Client) => void) | undefined;

/**
 * Says who is told of the platform's client when it comes to be. The client is a large download that a page without
 * a session may never need, so whoever must hear its events waits here instead of importing it.
 */
export function onClientCreated(listener: (client: Client) => void): void {
  tell = listener;
  if (created) listener(created);
}

export function announceClient(client: Client): void {
  created = client;
  tell?.(client);
}
