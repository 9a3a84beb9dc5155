import process from "node:process";
import { storedAddress } from "@sheaf/contract/email-address";
import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import { CallFailure } from "../call-failure.ts";

/** Notes, for the operator, that an email to an address came back for good; prints how many requests say so. */
export async function suppressAddress(client: SupabaseClient<Database>, address: string): Promise<void> {
  const { data, error, status } = await client.rpc("suppress_address", { address: storedAddress(address) });
  if (error?.message === "draft.recipient") throw new Error(`"${address}" is not an email address`);
  if (error) throw new CallFailure("suppress_address", { status, code: error.code });
  process.stdout.write(`No more email to this address. Requests that say so to their members: ${data}.\n`);
}
