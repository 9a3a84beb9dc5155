import { randomUUID } from "node:crypto";
import type { Database } from "@sheaf/contract/database.types";
import { type EmailKind, emailKinds } from "@sheaf/email/kinds";
import type { SupabaseClient } from "@supabase/supabase-js";
import { CallFailure } from "../call-failure.ts";

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
 * `retry`: another attempt may help. `refused`: there is no such mailbox. `failed`: no attempt will help.
 */
export type Outcome = "sent" | "retry" | "refused" | "failed";

export interface EndedEmail {
  id: string;
  outcome: Outcome;
  /** For the report. */
  reason?: string;
}

export interface Outbox {
  /** Frees addresses whose refusal is old, and puts reminders and summaries that are due into the outbox. @throws CallFailure */
  plan(): Promise<void>;
  /** The next email; undefined if none is due. @throws CallFailure */
  claim(): Promise<ClaimedEmail | undefined>;
  /** Says what became of an email. @throws CallFailure */
  finish(ended: EndedEmail): Promise<void>;
  /** `finish` and `claim` in one call. @throws CallFailure */
  next(ended: EndedEmail): Promise<ClaimedEmail | undefined>;
}

/** Reminders and summaries planned by one call, at most of each. */
const planBatch = 100;

export interface OutboxOptions {
  /** Origin of the links in emails. */
  site: string;
  /** Emails about an arrival wait for their signed receipts, because this worker signs them too. */
  awaitsReceipts: boolean;
}

export function createOutbox(
  client: SupabaseClient<Database>,
  { site, awaitsReceipts }: OutboxOptions,
): Outbox {
  const worker = randomUUID();
  const toClaim = { site, awaits_receipts: awaitsReceipts };
  const toArguments = ({ id, outcome, reason }: EndedEmail) => ({
    email: id,
    worker,
    outcome,
    ...(reason !== undefined && { reason }),
  });
  const finish = async (ended: EndedEmail): Promise<void> => {
    const { error, status } = await client.rpc("finish_email", toArguments(ended));
    if (error) throw new CallFailure("finish_email", { status, code: error.code });
  };
  return {
    async plan() {
      const freed = await client.rpc("free_expired_addresses");
      if (freed.error)
        throw new CallFailure("free_expired_addresses", { status: freed.status, code: freed.error.code });
      let planned: number;
      do {
        const { data, error, status } = await client.rpc("plan_email", { batch: planBatch });
        if (error) throw new CallFailure("plan_email", { status, code: error.code });
        planned = data;
      } while (planned >= planBatch);
    },
    async claim() {
      const { data, error, status } = await client.rpc("claim_email", { worker, ...toClaim });
      if (error) throw new CallFailure("claim_email", { status, code: error.code });
      return toClaimed(data);
    },
    finish,
    async next(ended) {
      const { data, error, status } = await client.rpc("next_email", { ...toArguments(ended), ...toClaim });
      if (!error) return toClaimed(data);
      // A claim that fails must not undo that this email was sent.
      await finish(ended);
      throw new CallFailure("next_email", { status, code: error.code });
    },
  };
}

type ClaimedRow = Database["public"]["Functions"]["claim_email"]["Returns"][number];

const toClaimed = ([row]: readonly ClaimedRow[]): ClaimedEmail | undefined =>
  row && { ...row, kind: knownKind(row.kind) };

function knownKind(kind: string): EmailKind {
  if (kind in emailKinds) return kind as EmailKind;
  throw new CallFailure("claim_email", { status: 200, code: "unknown_kind" });
}
