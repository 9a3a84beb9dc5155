import process from "node:process";
import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import { CallFailure } from "../call-failure.ts";

/** Takes back, for the operator, that a mail server refused an address. What its owner stopped stays stopped. */
export async function allowAddress(client: SupabaseClient<Database>, address: string): Promise<void> {
  const { data, error, status } = await client.rpc("allow_address", { address });
  if (error?.message === "draft.recipient") throw new Error(`"${address}" is not an email address`);
  if (error) throw new CallFailure("allow_address", { status, code: error.code });
  process.stdout.write(
    data === "stopped"
      ? "No email goes to this address: its owner has stopped all email, and alone can start it again.\n"
      : "Email may go to this address again. Members send an invitation anew with “Email the link”.\n",
  );
}
