import { randomUUID } from "node:crypto";
import type { Database, Json } from "@sheaf/contract/database.types";
import { Receipt } from "@sheaf/contract/receipt/receipt";
import { type SigningKey, signReceipt } from "@sheaf/contract/receipt/sign";
import type { SupabaseClient } from "@supabase/supabase-js";
import * as v from "valibot";
import { answered, CallFailure } from "../call-failure.ts";
import type { Task, TaskReport } from "../task.ts";

/** Between two looks at what was asked for, in milliseconds. Somebody is waiting. */
const pauseMs = 2_000;

/** Receipts claimed by one call. */
const batch = 20;

/** Signs the receipts that recipients ask for. */
export function createReceiptsTask(client: SupabaseClient<Database>, key: SigningKey): Task {
  const worker = randomUUID();
  const sign = async ({ receipt, facts }: { receipt: string; facts: Json }): Promise<boolean> => {
    // With the page's own rule: a receipt that it refuses is never made.
    const signed = await signReceipt(v.parse(Receipt, facts), key);
    const call = client.rpc("finish_receipt", { receipt, worker, document: signed as unknown as Json });
    return answered("finish_receipt", await call) ?? false;
  };
  return {
    name: "receipts",
    pauseMs,
    run: async (stopped): Promise<TaskReport> => {
      let signed = 0;
      const report = (more: object = {}): TaskReport => ({
        isNews: signed > 0,
        isPartial: Object.keys(more).length > 0,
        facts: { receipts: { signed }, ...more },
      });
      try {
        while (!stopped.aborted) {
          const due = answered("claim_receipts", await client.rpc("claim_receipts", { worker, batch })) ?? [];
          if (due.length === 0) return report();
          for (const row of due) if (await sign(row)) signed += 1;
        }
        return report({ endedBy: "signal" });
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        return report({ endedBy: error.message, code: error.code });
      }
    },
    close: () => undefined,
  };
}
