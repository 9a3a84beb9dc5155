import process from "node:process";
import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import { OutboxFailure } from "./outbox.ts";

/** Prints, for the operator, how many emails wait and what became of the others. */
export async function printReport(client: SupabaseClient<Database>): Promise<void> {
  const { data, error, status } = await client.rpc("email_report");
  if (error) throw new OutboxFailure("email_report", { status, code: error.code });
  for (const { kind, outcome, reason, emails, oldest } of data) {
    const why = reason === null ? "" : ` (${reason})`;
    process.stdout.write(`${String(emails).padStart(8)}  ${kind} ${outcome}${why}, oldest ${oldest}\n`);
  }
  if (data.length === 0) process.stdout.write("The outbox is empty.\n");
}
