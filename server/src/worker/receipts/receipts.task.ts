import { randomUUID } from "node:crypto";
import type { Database, Json } from "@sheaf/contract/database.types";
import { Receipt } from "@sheaf/contract/receipt/receipt";
import { type SigningKey, signReceipt } from "@sheaf/contract/receipt/sign";
import type { SupabaseClient } from "@supabase/supabase-js";
import * as v from "valibot";
import { answered, CallFailure } from "../call-failure.ts";
import type { Task, TaskReport } from "../task.ts";

/** Pause between two looks at what was asked for, in milliseconds. Short, because a recipient is waiting. */
const pauseMs = 2_000;

/** Receipts claimed by one call. */
const batch = 20;

interface Claimed {
  receipt: string;
  facts: Json;
}

/** Signs the receipts that recipients ask for. */
export function createReceiptsTask(client: SupabaseClient<Database>, key: SigningKey): Task {
  const worker = randomUUID();
  const sign = async ({ receipt, facts }: Claimed): Promise<"signed" | "refused" | "lost"> => {
    // The page's own rule, so that no receipt is made that it refuses. One that breaks it is tried again after its lease.
    const checked = v.safeParse(Receipt, facts);
    if (!checked.success) return "refused";
    const document = (await signReceipt(checked.output, key)) as unknown as Json;
    const call = client.rpc("finish_receipt", { receipt, worker, document });
    return answered("finish_receipt", await call) ? "signed" : "lost";
  };
  return {
    name: "receipts",
    pauseMs,
    run: async (stopped): Promise<TaskReport> => {
      const receipts = { signed: 0, refused: 0, lost: 0 };
      const report = (more: object = {}): TaskReport => ({
        isNews: Object.values(receipts).some((count) => count > 0),
        isPartial: receipts.refused > 0 || Object.keys(more).length > 0,
        facts: { receipts, ...more },
      });
      try {
        while (!stopped.aborted) {
          const due = answered("claim_receipts", await client.rpc("claim_receipts", { worker, batch })) ?? [];
          if (due.length === 0) return report();
          for (const row of due) receipts[await sign(row)] += 1;
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
