import type { Database } from "@sheaf/contract/database";
import type { SupabaseClient } from "@supabase/supabase-js";

type Client = SupabaseClient<Database>;

let created: Client | undefined;
let registered: ((client: Client) => void) | undefined;

/**
 * Registers the one listener for the platform's client. The client is a large download that a page without a session
 * may never need, so the session store waits for it here instead of importing it.
 */
export function onClientCreated(listener: (client: Client) => void): void {
  registered = listener;
  if (created) listener(created);
}

export function announceClient(client: Client): void {
  created = client;
  registered?.(client);
}
