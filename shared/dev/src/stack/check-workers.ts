import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@sheaf/contract/database.types";
import { codeIn, mailpitClient } from "@sheaf/platform/mailpit-client";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Part } from "./parts.ts";
import type { RunningStack } from "./start-stack.ts";

/** Of emails: as many requests as recipients that one may have, and a workspace may write to on its first day. */
const [requests, recipients] = [3, 20];

/** Longest wait for an email. Milliseconds. */
const patienceMs = 30_000;

/**
 * Three workers send the emails of several requests, and one of them is killed in the middle.
 *
 * @returns a line about it.
 * @throws if an email is lost, or came twice, or if a worker doesn't end cleanly.
 */
export async function checkWorkers(running: RunningStack, anonKey: string): Promise<string> {
  const startedAt = performance.now();
  const workers: Part[] = [running.worker(), await running.startWorker(), await running.startWorker()];
  const senders = [];
  for (let sender = 0; sender < requests; sender += 1) senders.push(await signIn(running, anonKey, sender));
  const addresses = Array.from({ length: requests * recipients }, (_, at) => `reader-${at}@many.example`);
  const arrived = () => countArrivals(running.mailboxUrl, addresses);

  await Promise.all(
    senders.map((sender, at) => sendRequest(sender, addresses.slice(at * recipients, (at + 1) * recipients))),
  );
  await until(async () => (await arrived()).size >= addresses.length / 4, "A quarter of the emails");
  const killed = workers.pop();
  await killed?.kill();
  const whenKilled = (await arrived()).size;
  if (whenKilled >= addresses.length) throw new Error("All emails had arrived before a worker was killed.");
  // The email that a killed worker was about to send stays its own for five minutes.
  await until(async () => {
    await running.expireLostLeases();
    return (await running.waitingEmails()) === 0;
  }, "The end of all emails");

  const counts = await arrived();
  const lost = addresses.filter((address) => !counts.has(address));
  const twice = addresses.filter((address) => (counts.get(address) ?? 0) > 1);
  const ends = await Promise.all(workers.map((each) => each.stop()));
  if (lost.length > 0) throw new Error(`Emails are lost: ${lost.join(", ")}`);
  // Only the email that the killed worker had sent and not noted may come again.
  if (twice.length > 1) throw new Error(`Emails came twice: ${twice.join(", ")}`);
  if (ends.some((end) => end !== "ended with exit code 0")) {
    throw new Error(
      ["Workers did not end cleanly:", ...ends, ...workers.flatMap(({ lines }) => lines())].join("\n"),
    );
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  return `${addresses.length} emails by three workers, one killed after ${whenKilled}: none lost, ${twice.length} twice, two ended cleanly, ${seconds} s`;
}

async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`${what} took longer than ${patienceMs / 1_000} s.`);
    await wait(20);
  }
}

/** Number of emails that arrived at each of the addresses. */
async function countArrivals(mailboxUrl: string, addresses: readonly string[]): Promise<Map<string, number>> {
  const response = await fetch(`${mailboxUrl}/api/v1/messages?limit=1000`);
  const { messages } = (await response.json()) as { messages: { To: { Address: string }[] }[] };
  const wanted = new Set(addresses);
  const counts = new Map<string, number>();
  for (const { Address } of messages.flatMap(({ To }) => To)) {
    if (wanted.has(Address)) counts.set(Address, (counts.get(Address) ?? 0) + 1);
  }
  return counts;
}

async function signIn(
  { apiUrl, mailboxUrl }: RunningStack,
  anonKey: string,
  sender: number,
): Promise<SupabaseClient<Database>> {
  const email = `sender-${sender}@many.example`;
  const person = createClient<Database>(apiUrl, anonKey, { auth: { persistSession: false } });
  unwrap(await person.auth.signInWithOtp({ email }));
  const token = codeIn(await mailpitClient({ url: mailboxUrl }).nextEmail({ to: email }));
  unwrap(await person.auth.verifyOtp({ email, token, type: "email" }));
  return person;
}

async function sendRequest(person: SupabaseClient<Database>, addresses: readonly string[]): Promise<void> {
  const names = { name: "Okafor & Lind", display_name: "Nora Okafor" };
  const workspace = unwrap(await person.rpc("create_workspace", names));
  const passport = { title: "Passport", instructions: "", kind: "file", required: true, accepts: [] };
  const draft = {
    title: "Papers",
    message: "",
    due_on: null,
    recipients: addresses.map((email) => ({ email, name: "" })),
    items: [passport],
  };
  const request = unwrap(await person.rpc("create_request", { workspace, draft }));
  unwrap(await person.rpc("send_request", { request, invite: true }));
}

interface Result {
  data: unknown;
  error: { message: string } | null;
}

function unwrap<R extends Result>(result: R): Extract<R, { error: null }>["data"] {
  if (result.error) throw new Error(`The platform refused: ${result.error.message}`);
  return result.data;
}
