import { storedAddress } from "@sheaf/contract/email-address";
import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import * as v from "valibot";
import { CallFailure } from "../call-failure.ts";
import type { WorkerConfig } from "../config.ts";
import type { Task, TaskReport } from "../task.ts";
import type { Delivery } from "./delivery.ts";
import { type ClaimedEmail, createOutbox, type Outbox, type Outcome } from "./outbox.ts";
import { serverTrouble } from "./server-trouble.ts";
import { createSmtp, type Smtp } from "./smtp.ts";
import { toMessage } from "./to-message.ts";

/** Between two looks at the outbox, in milliseconds. */
const pauseMs = 2_000;

/** Sends what is due, one email after the other: a killed worker leaves at most one whose outcome is unknown. */
export function createEmailTask(
  client: SupabaseClient<Database>,
  { email: config, tasks }: Pick<WorkerConfig, "email" | "tasks">,
): Task {
  const awaitsReceipts = tasks.includes("receipts");
  const outbox = createOutbox(client, { site: config.siteUrl, awaitsReceipts });
  const smtp = createSmtp(config.smtpUrl);
  return {
    name: "email",
    pauseMs,
    run: (stopped) => sendAll({ outbox, smtp, from: config.from, stopped }),
    close: () => smtp.close(),
  };
}

interface SendOptions {
  outbox: Outbox;
  smtp: Smtp;
  from: string;
  stopped: AbortSignal;
}

async function sendAll({ outbox, smtp, from, stopped }: SendOptions): Promise<TaskReport> {
  const emails: Record<Outcome, number> = { sent: 0, retry: 0, refused: 0, failed: 0 };
  const reasons: Record<string, number> = {};
  const trouble = serverTrouble();
  const report = (more: object = {}): TaskReport => ({
    isNews: Object.values(emails).some((count) => count > 0),
    isPartial: emails.retry > 0 || Object.keys(more).length > 0,
    facts: { emails, reasons, ...more },
  });
  try {
    await outbox.plan();
    for (let email = stopped.aborted ? undefined : await outbox.claim(); email !== undefined;) {
      const end = await send(email, { smtp, from });
      const { outcome, reason } = end;
      emails[outcome] += 1;
      if (reason !== undefined) reasons[reason] = (reasons[reason] ?? 0) + 1;
      const ended = { id: email.id, outcome, ...(reason !== undefined && { reason }) };
      const found = trouble.after(email.address, end);
      if (stopped.aborted || found !== undefined) {
        await outbox.finish(ended);
        return report(found === undefined ? {} : { endedBy: found });
      }
      email = await outbox.next(ended);
    }
    return report();
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return report({ endedBy: error.message, code: error.code });
  }
}

async function send(
  email: ClaimedEmail,
  { smtp, from }: Pick<SendOptions, "smtp" | "from">,
): Promise<Delivery> {
  // The mail program would write to another address than the one that caps and stops know.
  if (storedAddress(email.address) !== email.address) return { outcome: "failed", reason: "address" };
  try {
    return await smtp.send(toMessage(email, from));
  } catch (error) {
    // Facts that don't fit are a defect of ours, which no attempt mends.
    if (error instanceof v.ValiError) return { outcome: "failed", reason: "facts" };
    throw error;
  }
}
