import process from "node:process";
import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import { CallFailure } from "../call-failure.ts";

type Functions = Database["public"]["Functions"];
type EmailRow = Functions["email_report"]["Returns"][number];
type WorkspaceRow = Functions["email_workspaces"]["Returns"][number];
type ReportRow = Functions["request_reports"]["Returns"][number];
type AddressRow = Functions["unusual_addresses"]["Returns"][number];

/** Prints, for the operator, what waits, what became of the rest, and which workspaces to look at. */
export async function printReport(client: SupabaseClient<Database>): Promise<void> {
  const [emails, workspaces, reports, addresses] = await Promise.all([
    client.rpc("email_report"),
    client.rpc("email_workspaces"),
    client.rpc("request_reports"),
    client.rpc("unusual_addresses"),
  ]);
  if (emails.error) throw failed("email_report", emails);
  if (workspaces.error) throw failed("email_workspaces", workspaces);
  if (reports.error) throw failed("request_reports", reports);
  if (addresses.error) throw failed("unusual_addresses", addresses);
  const lines = [
    ...emailLines(emails.data),
    ...section("Workspaces at a cap, or reported in the last 30 days", workspaces.data.map(workspaceLine)),
    ...section("The newest reports by recipients", reports.data.map(reportLine)),
    ...section(
      "Stored addresses that can’t be emailed until they are corrected",
      addresses.data.map(addressLine),
    ),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

const failed = (call: string, { status, error }: { status: number; error: { code: string } }) =>
  new CallFailure(call, { status, code: error.code });

function emailLines(rows: readonly EmailRow[]): string[] {
  const waiting = rows.filter(({ outcome }) => outcome === "waiting");
  const ended = rows.filter(({ outcome }) => outcome !== "waiting");
  const oldest = waiting.map((row) => row.oldest).toSorted((a, b) => a.localeCompare(b))[0];
  const count = waiting.reduce((sum, { emails }) => sum + emails, 0);
  return [
    `${count} waiting${oldest === undefined ? "" : `, the oldest since ${oldest}`}`,
    ...waiting.map(emailLine),
    ...refusalLines(waiting),
    ...section("Sent, dropped and failed in the last 90 days", ended.map(emailLine)),
  ];
}

/** Emails that are refused alike before the mail server is to blame, not their recipients. */
const alarming = 3;

/** Advice on a mail server that refuses the sender (5.7: a policy) for any recipient. */
function refusalLines(waiting: readonly EmailRow[]): string[] {
  const counts = new Map<string, number>();
  for (const { reason, emails } of waiting) {
    if (reason?.includes(" 5.7.")) counts.set(reason, (counts.get(reason) ?? 0) + emails);
  }
  return [...counts]
    .filter(([, count]) => count >= alarming)
    .map(
      ([reason, count]) =>
        `Your mail server refuses ${count} emails with ${reason}. Check that it lets you relay as EMAIL_FROM.`,
    );
}

function emailLine({ emails, kind, outcome, reason }: EmailRow): string {
  const what = outcome === "waiting" ? kind : `${kind} ${outcome}`;
  return `${String(emails).padStart(8)}  ${what}${reason === null ? "" : ` (${reason})`}`;
}

function workspaceLine(row: WorkspaceRow): string {
  const { workspace, name, waiting, sent_today, new_today, new_allowed, reporters } = row;
  return `${String(waiting).padStart(8)}  waiting of ${printable(name)} (${workspace}): ${new_today} of ${new_allowed} new addresses today, ${sent_today} emails, reported by ${reporters}`;
}

const reportLine = ({ at, workspace_name, workspace, title, note }: ReportRow) =>
  `  ${at}  ${printable(workspace_name)} (${workspace}), “${printable(title)}”: ${printable(note) || "no note"}`;

const addressLine = ({ place, workspace, request, address }: AddressRow) =>
  `  ${printable(address)}, ${place} in workspace ${workspace}${request === null ? "" : `, request ${request}`}`;

/** A user's words on one line, without control characters that a terminal would obey. */
const printable = (words: string) => words.replaceAll(/[\p{C}\s]+/gu, " ").trim();

const section = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ["", heading, ...lines];
