import { randomUUID } from "node:crypto";
import { adminRows, asAdmin, database } from "./database.ts";

/** Origin of the links in emails. */
export const site = "https://sheaf.example";

export interface ClaimedEmail extends Record<string, unknown> {
  id: string;
  kind: string;
  address: string;
  facts: Record<string, unknown> & { stop: { request: string } };
}

/** Calls a function in the role of the worker. */
export async function work<Row extends Record<string, unknown>>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await database.as("service_role", {}, (query) => query<Row>(text, values));
  return rows;
}

/** Moves the clock that decides which emails are due; null sets it back to the real one. */
export async function setClock(at: Date | null): Promise<void> {
  await asAdmin(async (query) => {
    await query("delete from private.test_clock");
    if (at) await query("insert into private.test_clock (at) values ($1)", [at]);
  });
}

/** Drops all that other tests have left waiting. */
export async function clearOutbox(): Promise<void> {
  await asAdmin(async (query) => {
    await query(
      "update private.outbox set ended_at = now(), outcome = 'dropped', reason = 'test' where ended_at is null",
    );
    await query("update public.recipients set next_reminder_at = null where next_reminder_at is not null");
    await query("delete from private.member_emails");
    await query("delete from private.email_counts");
    await query("delete from private.email_hours");
  });
}

export const planEmail = async (): Promise<number> =>
  (await work<{ emails: number }>("select public.plan_email() as emails"))[0]?.emails ?? 0;

export async function claimEmail(worker: string): Promise<ClaimedEmail | undefined> {
  return (await work<ClaimedEmail>("select * from public.claim_email($1, $2)", [worker, site]))[0];
}

export const finishEmail = (email: string, worker: string, outcome: string, reason?: string) =>
  work("select public.finish_email($1, $2, $3, $4)", [email, worker, outcome, reason ?? null]);

/**
 * Plans what is due and sends it.
 *
 * @param outcomeOf what becomes of each email; all are sent by default.
 */
export async function sendDue(
  outcomeOf: (email: ClaimedEmail) => string = () => "sent",
): Promise<ClaimedEmail[]> {
  const worker = randomUUID();
  const sent: ClaimedEmail[] = [];
  while ((await planEmail()) > 0);
  for (let email = await claimEmail(worker); email; email = await claimEmail(worker)) {
    const outcome = outcomeOf(email);
    await finishEmail(email.id, worker, outcome);
    if (outcome === "sent") sent.push(email);
  }
  return sent;
}

/** Next due time, rounded up to the millisecond that a `Date` holds; null if nothing is due. */
export async function nextDue(): Promise<Date | null> {
  const [row] = await adminRows<{ at: Date | null }>(
    `select date_trunc('milliseconds', least(
       (select min(p.next_reminder_at) from public.recipients as p),
       (select min(e.next_summary_at) from private.member_emails as e),
       (select min(o.not_before) from private.outbox as o where o.ended_at is null)
     ) + interval '999 microseconds') as at`,
  );
  return row?.at ?? null;
}

/** Each email of a request with its outcome: "reminder dropped nothing_missing". */
export async function endsOf(request: string): Promise<string[]> {
  const rows = await adminRows<{ line: string }>(
    `select concat_ws(' ', kind, coalesce(outcome, 'waiting'), reason) as line
     from private.outbox where request_id = $1 order by 1`,
    [request],
  );
  return rows.map(({ line }) => line);
}
