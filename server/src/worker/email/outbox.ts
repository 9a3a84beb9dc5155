import { randomUUID } from "node:crypto";
import type { Database } from "@sheaf/contract/database.types";
import { type EmailKind, emailKinds } from "@sheaf/email/kinds";
import type { SupabaseClient } from "@supabase/supabase-js";

/** An email that is due, leased to this worker for five minutes. */
export interface ClaimedEmail {
  /** Stays the same in every attempt. */
  id: string;
  kind: EmailKind;
  address: string;
  /** "" if unknown. */
  name: string;
  /** For `@sheaf/email`. */
  facts: unknown;
}

/**
 * `retry`: nobody knows whether another attempt helps. `refused`: the address takes no email. `failed`: no attempt will
 * help.
 */
export type Outcome = "sent" | "retry" | "refused" | "failed";

export interface Outbox {
  /** Puts reminders that are due into the outbox. @throws OutboxFailure */
  plan(): Promise<void>;
  /** The next email; undefined if none is due. @throws OutboxFailure */
  claim(): Promise<ClaimedEmail | undefined>;
  /** @param reason one word, for whoever looks at failures. @throws OutboxFailure */
  finish(id: string, outcome: Outcome, reason?: string): Promise<void>;
}

/** A call of the platform that failed. Holds only facts. */
export class OutboxFailure extends Error {
  override readonly name = "OutboxFailure";
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly code: string;

  constructor(call: string, { status, code }: { status: number; code: string }) {
    super(`${call} was answered with ${status}`);
    this.status = status;
    this.code = code;
  }
}

/** Reminders planned by one call. */
const planBatch = 100;

/** @param site origin of the links in emails. */
export function createOutbox(client: SupabaseClient<Database>, site: string): Outbox {
  const worker = randomUUID();
  return {
    async plan() {
      let planned: number;
      do {
        const { data, error, status } = await client.rpc("plan_email", { batch: planBatch });
        if (error) throw new OutboxFailure("plan_email", { status, code: error.code });
        planned = data;
      } while (planned === planBatch);
    },
    async claim() {
      const { data, error, status } = await client.rpc("claim_email", { worker, site });
      if (error) throw new OutboxFailure("claim_email", { status, code: error.code });
      const [row] = data;
      return row && { ...row, kind: knownKind(row.kind) };
    },
    async finish(email, outcome, reason) {
      const { error, status } = await client.rpc("finish_email", {
        email,
        worker,
        outcome,
        ...(reason !== undefined && { reason }),
      });
      if (error) throw new OutboxFailure("finish_email", { status, code: error.code });
    },
  };
}

function knownKind(kind: string): EmailKind {
  if (kind in emailKinds) return kind as EmailKind;
  throw new OutboxFailure("claim_email", { status: 200, code: "unknown_kind" });
}
