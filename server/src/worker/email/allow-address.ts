import process from "node:process";
import { storedAddress } from "@sheaf/contract/email-address";
import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import { CallFailure } from "../call-failure.ts";

/** Takes back, for the operator, that a mail server refused an address. A stop by its owner stays. */
export async function allowAddress(client: SupabaseClient<Database>, address: string): Promise<void> {
  const { data, error, status } = await client.rpc("allow_address", { address: storedAddress(address) });
  if (error?.message === "draft.recipient") throw new Error(`"${address}" is not an email address`);
  if (error) throw new CallFailure("allow_address", { status, code: error.code });
  process.stdout.write(
    data === "stopped"
      ? "No email goes to this address: its owner has stopped all email, and only they can start it again.\n"
      : "Email may go to this address again. Members can send invitations again with “Email the link”.\n",
  );
}
