import { storedAddress } from "@sheaf/contract/email-address";
import { localReceiptKey } from "@sheaf/contract/receipt/local-key";
import { readKeyList } from "@sheaf/contract/receipt/key-list";
import { checkReceipt } from "@sheaf/contract/receipt/verify";
import type { Platform } from "@sheaf/platform";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { setNoon } from "../../testing/fill-outbox.ts";
import { sendRequest } from "../../testing/documents.ts";
import { sendThroughKill } from "../../testing/send-through-kill.ts";
import { startSidecar } from "../../testing/start-sidecar.ts";
import { startWorkerPlatform } from "../../testing/start-platform.ts";
import { type SmtpSink, startSmtp } from "../../testing/start-smtp.ts";
import { runWorker, startWorker } from "../../testing/start-worker.ts";

let platform: Platform;
let smtp: SmtpSink;
beforeAll(async () => {
  platform = await startWorkerPlatform();
});
beforeEach(async () => {
  await platform.reset();
  smtp = await startSmtp();
});
afterEach(() => smtp.stop());
afterAll(() => platform.stop());

async function sql<Row extends Record<string, unknown>>(text: string): Promise<Row[]> {
  const { rows } = await platform.database.as("supabase_admin", {}, (query) => query<Row>(text));
  return rows;
}

/** Everything that waits is due. */
const passTime = () =>
  sql("update private.outbox set not_before = now(), claimed_until = null where ended_at is null");

const sendDue = (settings: Record<string, string> = {}) =>
  runWorker(platform.url, ["--once", "email"], { SMTP_URL: smtp.url, ...settings });

const ends = async () =>
  (
    await sql<{ line: string }>(
      "select concat_ws(' ', kind, coalesce(outcome, 'waiting'), reason) as line from private.outbox order by since, kind",
    )
  ).map(({ line }) => line);

describe("the worker", () => {
  test("sends an invitation that any mail program understands", async () => {
    const request = await sendRequest(platform);
    const { code, output } = await sendDue();
    expect(code, output).toBe(0);
    const [email, ...more] = smtp.received;
    expect(more).toEqual([]);
    if (!email) throw new Error("No email arrived");
    const [row] = await sql<{ id: string }>("select id from private.outbox");
    expect(email).toMatchObject({
      sender: "post@sheaf.example",
      from: { name: "Sheaf", address: "post@sheaf.example" },
      replyTo: [{ name: "Nora Okafor", address: expect.stringMatching(/^nora-\d+@okafor\.example$/) }],
      to: [{ address: expect.stringMatching(/^anna-\d+@lind\.example$/) }],
      recipients: [expect.stringMatching(/^anna-\d+@lind\.example$/)],
      subject: "Nora Okafor asks you for 1 item: Papers",
      messageId: `<${row?.id}@sheaf.example>`,
    });
    expect(email.header("Auto-Submitted")).toBe("auto-generated");
    expect(email.header("List-Unsubscribe")).toMatch(/^<https:\/\/sheaf\.example\/email\/stop\/[\w-]{43}>$/);
    expect(email.header("List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(email.text).toMatch(/https:\/\/sheaf\.example\/r\/[\w-]{43}/);
    expect(email.html).toMatch(/href="https:\/\/sheaf\.example\/r\/[\w-]{43}#for=anna-\d+%40lind\.example"/);
    expect(await ends()).toEqual(["invitation sent"]);
    expect(output).not.toMatch(/@|Papers|Nora|sb_secret/);
    expect(request.id).not.toBe("");
  });

  test("sends a receipt, a return and the end of a request, each from the person who asks", async () => {
    const request = await sendRequest(platform);
    await sendDue();
    const file = await request.add("front.pdf");
    await sendDue();
    await request.remove(file);
    await request.add("back.pdf");
    await request.giveBack("Page 2 is cut off.");
    await passTime();
    await sendDue();
    await request.cancel();
    await sendDue();
    const person = "Nora Okafor (Okafor & Lind) via Sheaf";
    expect(smtp.received.map(({ subject, from }) => `${subject} | ${from?.name}`).sort()).toEqual([
      "Nora Okafor asks you for 1 item: Papers | Sheaf",
      `Nothing more needed: Papers | ${person}`,
      `One thing to send again: Passport | ${person}`,
      `We have your files: Papers | ${person}`,
      `You’re done: Papers | ${person}`,
    ]);
    const textOf = (subject: string) =>
      smtp.received.find((email) => email.subject?.startsWith(subject))?.text;
    expect(textOf("You’re done")).toMatch(/front\.pdf, .*, \d\d:\d\d UTC/);
    expect(textOf("We have your files")).toContain("back.pdf");
    expect(textOf("We have your files")).not.toContain("front.pdf");
    expect(textOf("One thing to send again")).toContain("Page 2 is cut off.");
  });

  test("attaches the signed receipt, which it waits for where it also signs", async () => {
    const request = await sendRequest(platform);
    await sendDue();
    await request.add();
    const settings = { SMTP_URL: smtp.url };
    await runWorker(platform.url, ["--once", "email", "checksums", "receipts"], settings);
    expect(await ends()).toEqual(["invitation sent", "arrived waiting", "receipt waiting receipt"]);
    await passTime();
    await runWorker(platform.url, ["--once", "email", "checksums", "receipts"], settings);
    expect(await ends()).toEqual(["invitation sent", "arrived sent", "receipt sent"]);
    const email = smtp.received.find(({ subject }) => subject?.startsWith("You’re done"));
    expect(email?.text).toContain("https://sheaf.example/verify");
    const [file, ...more] = email?.attachments ?? [];
    expect([file?.filename, file?.mimeType, more]).toEqual(["receipt.json", "application/json", []]);
    const text = new TextDecoder().decode(file?.content as ArrayBuffer);
    expect(await checkReceipt(text, readKeyList(localReceiptKey.public) ?? [])).toMatchObject({
      signed: { receipt: { request: { id: request.id }, items: [{ files: [{ name: "passport.pdf" }] }] } },
    });
  });

  test("confirms an arrival without its receipt if that isn't signed in time", async () => {
    const slow = await sendRequest(platform);
    await slow.add();
    await sql("update private.receipts set asked_at = now() - interval '2 minutes'");
    await runWorker(platform.url, ["--once", "email", "receipts"], { SMTP_URL: smtp.url });
    const unsigned = await sendRequest(platform);
    await unsigned.add();
    await sendDue();
    const done = smtp.received.filter(({ subject }) => subject?.startsWith("You’re done"));
    expect(done.map(({ attachments }) => attachments)).toEqual([[], []]);
    expect(done.map(({ text }) => text?.includes("/verify"))).toEqual([false, false]);
  });

  test("notes that an address has no mailbox, and gives up what is refused for its content", async () => {
    await sendRequest(platform);
    smtp.reply(() => ({ at: "RCPT TO", code: 550, text: "5.1.1 No such user here" }));
    expect((await sendDue()).code).toBe(0);
    expect(await ends()).toEqual(["invitation failed 550 5.1.1"]);
    expect(await sql("select unreachable_at is not null as known from public.recipients")).toEqual([
      { known: true },
    ]);

    await sendRequest(platform);
    smtp.reply(() => ({ at: "DATA", code: 554 }));
    await sendDue();
    expect(await ends()).toEqual(["invitation failed 550 5.1.1", "invitation failed 554"]);
    expect(await sql("select count(*)::int as count from private.suppressed_addresses")).toEqual([
      { count: 1 },
    ]);
  });

  test("blames no address for what its mail server refuses for other reasons, and sends it later", async () => {
    await sendRequest(platform);
    const replies = [
      [554, "5.7.1 Relay access denied"],
      [554, "5.7.1 Service unavailable; client host blocked using a list"],
      [550, "5.4.5 Daily sending quota exceeded"],
      [552, "5.2.2 Mailbox full"],
      [550, "Administrative prohibition: no such user policy"],
    ] as const;
    for (const [code, text] of replies) {
      smtp.reply(() => ({ at: "RCPT TO", code, text }));
      await passTime();
      expect((await sendDue()).code, text).toBe(1);
    }
    const marks = await sql(
      `select (select count(*)::int from private.suppressed_addresses) as suppressed,
         (select count(*)::int from public.recipients where unreachable_at is not null) as unreachable`,
    );
    expect(marks).toEqual([{ suppressed: 0, unreachable: 0 }]);
    smtp.reply(() => "accept");
    await passTime();
    expect((await sendDue()).code).toBe(0);
    expect(smtp.received).toHaveLength(1);
  });

  test.each([
    [
      "its recipients",
      { at: "RCPT TO", code: 554, text: "5.7.1 Relay access denied" },
      /refuses recipients at 3 domains with 554 5\.7\.1/,
    ],
    [
      "its sender",
      { at: "MAIL FROM", code: 550, text: "5.7.1 Sender rejected" },
      /or refuses the sign-in or the sender/,
    ],
  ] as const)(
    "ends a run whose mail server refuses %s, says so, and leaves the other emails alone",
    async (_, reply, text) => {
      for (let count = 0; count < 5; count += 1) await sendRequest(platform);
      await sql(
        "update public.recipients set email = replace(email, '@', '@d' || substr(id::text, 1, 4) || '.')",
      );
      smtp.reply(() => reply);
      const { code, output } = await sendDue();
      expect(code).toBe(1);
      expect(output).toMatch(text);
      expect(await sql("select count(*)::int as count from private.outbox where attempts > 0")).toEqual([
        { count: 3 },
      ]);
    },
  );

  test("tries again later what the server can't take now, under the same Message-ID", async () => {
    await sendRequest(platform);
    smtp.reply(() => ({ at: "DATA", code: 451 }));
    expect((await sendDue()).code).toBe(1);
    expect(await ends()).toEqual(["invitation waiting 451"]);
    smtp.reply(() => "hang up");
    await passTime();
    expect((await sendDue()).code).toBe(1);
    smtp.reply(() => "accept");
    await passTime();
    expect((await sendDue()).code).toBe(0);
    expect(smtp.received).toHaveLength(1);
    expect(smtp.attempts).toHaveLength(3);
    expect(new Set(smtp.attempts).size).toBe(1);
  });

  test("loses nothing while the mail server is down", async () => {
    await sendRequest(platform);
    const { code, output } = await sendDue({ SMTP_URL: "smtp://127.0.0.1:9" });
    expect(code).toBe(1);
    expect(output).toContain('"retry":1');
    await passTime();
    await sendDue();
    expect(smtp.received).toHaveLength(1);
  });

  test("sends an email again whose sending was cut off by a killed worker", async () => {
    await sendRequest(platform);
    const arrived = Promise.withResolvers<void>();
    smtp.reply(() => {
      arrived.resolve();
      return "hang up";
    });
    const killed = startWorker(platform.url, ["--once", "email"], { SMTP_URL: smtp.url });
    await arrived.promise;
    killed.signal("SIGKILL");
    await killed.ended;
    smtp.reply(() => "accept");
    expect((await sendDue()).code).toBe(0);
    expect(smtp.received.length).toBeLessThanOrEqual(1);
    await passTime();
    await sendDue();
    expect(smtp.received).toHaveLength(1);
    expect(await ends()).toEqual(["invitation sent"]);
  });

  test.each(["ｓec.example", "sec。example", "sec.exam\u00ADple", "müller.example", "sec.example."])(
    "sends nothing to another address than the one that is stored: %s",
    async (domain) => {
      await sendRequest(platform);
      await sql(`update public.recipients set email = 'stopper@${domain}'`);
      await sendDue();
      expect(smtp.received).toEqual([]);
      expect(await ends()).toContain("invitation failed address");
    },
  );

  test("sends to exactly the address that is stored and hashed", async () => {
    await sendRequest(platform);
    await sql("update public.recipients set email = 'info+tax@xn--mller-shne-kcb9d.example'");
    await sendDue();
    // The test's server shows international domains in their own letters.
    expect(smtp.received.map(({ raw }) => /^To: .*$/mu.exec(raw.toString())?.[0])).toEqual([
      "To: info+tax@xn--mller-shne-kcb9d.example",
    ]);
    expect(smtp.received.map(({ recipients }) => recipients.map(storedAddress))).toEqual([
      ["info+tax@xn--mller-shne-kcb9d.example"],
    ]);
    expect(
      await sql(
        "select o.sent_to = private.address_hash(p.email) as same from private.outbox as o join public.recipients as p on p.id = o.recipient_id where o.outcome = 'sent'",
      ),
    ).toEqual([{ same: true }]);
  });

  test("is one of three, of which one is killed: nothing is lost, and no reminder comes twice", async () => {
    await setNoon(platform.database);
    const { facts, reminders } = await sendThroughKill(platform, { emails: 200, seed: 20_261_124 });
    expect([facts.emails, reminders.emails]).toEqual([140, 60]);
    expect(facts.lost).toBe(0);
    expect(facts.twice).toBeLessThanOrEqual(1);
    expect(reminders.lost).toBeLessThanOrEqual(1);
    expect(reminders.twice).toBe(0);
  });

  test("runs until it is told to stop, sends emails as they fall due, and reports its health", async () => {
    const worker = startWorker(platform.url, [], { SMTP_URL: smtp.url });
    onTestFinished(() => worker.signal("SIGKILL"));
    await expect.poll(() => worker.output(), { timeout: 10_000 }).toContain("The worker is running");
    await sendRequest(platform);
    await expect.poll(() => smtp.received.length, { timeout: 10_000 }).toBe(1);
    const port = /"port":(\d+)/.exec(worker.output())?.[1];
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).json(), { timeout: 10_000 })
      .toMatchObject({
        tasks: {
          email: { isPartial: false, finishedAt: expect.any(String) },
          bulk: { isPartial: false, finishedAt: expect.any(String) },
          recurring: { isPartial: false, finishedAt: expect.any(String) },
          purge: { isPartial: false, finishedAt: expect.any(String) },
        },
      });
    worker.signal("SIGTERM");
    expect(await worker.ended).toBe(0);
    expect(worker.output()).toContain("The worker has stopped");
  });

  test("says once that it can't reach the platform, and tries on", async () => {
    const worker = startWorker("http://127.0.0.1:9", [], { SMTP_URL: smtp.url });
    onTestFinished(() => worker.signal("SIGKILL"));
    await expect.poll(() => worker.output(), { timeout: 10_000 }).toContain('"task":"email"');
    const port = /"port":(\d+)/.exec(worker.output())?.[1];
    const lastRun = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/healthz`);
      return ((await response.json()) as { tasks: { email?: { finishedAt: string } } }).tasks.email
        ?.finishedAt;
    };
    const first = await lastRun();
    await expect.poll(lastRun, { timeout: 10_000 }).not.toBe(first);
    expect(worker.output().match(/"task":"email"/g)).toHaveLength(1);
  });

  test("gives each email a link that ends them, by one click in a mail program or by a button", async () => {
    const sidecar = await startSidecar({ platformUrl: platform.url, publishableKey: platform.anonKey });
    onTestFinished(() => sidecar.stop());
    await sendRequest(platform);
    await sendDue({ SITE_URL: sidecar.siteUrl });
    const link = /^<(.*)>$/.exec(smtp.received[0]?.header("List-Unsubscribe") ?? "")?.[1] ?? "";
    expect(link.startsWith(`${sidecar.siteUrl}/email/stop/`)).toBe(true);
    const path = new URL(link).pathname;
    const muted = () => sql("select muted_at is not null as muted from public.recipients");

    const page = await sidecar.send({ path });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("<button>Stop email</button>")]);
    expect(await muted()).toEqual([{ muted: false }]);

    // RFC 8058: without cookies, without an origin.
    const stopped = await sidecar.send({
      method: "POST",
      path,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect([stopped.status, stopped.text]).toEqual([200, expect.stringContaining("Email stopped")]);
    expect(await muted()).toEqual([{ muted: true }]);
    expect(sidecar.logLines.join("\n")).not.toContain(path);
  });

  test("prints what waits and what failed", async () => {
    await sendRequest(platform);
    const { code, output } = await runWorker(platform.url, ["--report"]);
    expect(code, output).toBe(0);
    expect(output).toMatch(/^1 waiting, the oldest since \S+\n +1 {2}invitation\n/);
  });

  test("prints that the mail server refuses to relay", async () => {
    for (let count = 0; count < 3; count += 1) await sendRequest(platform);
    await sql("update private.outbox set reason = '554 5.7.1', attempts = 1");
    const { output } = await runWorker(platform.url, ["--report"]);
    expect(output).toContain("Your mail server refuses 3 emails with 554 5.7.1");
  });

  test("prints why emails failed, which workspaces are at a cap, and what recipients report", async () => {
    await sendRequest(platform);
    smtp.reply(() => ({ at: "DATA", code: 554 }));
    await sendDue();
    await sendRequest(platform);
    await sql(
      `insert into private.email_hours (workspace_id, hour, sent)
       select id, date_trunc('hour', now(), 'UTC'), 100 from public.workspaces
       on conflict do nothing`,
    );
    await sendDue();
    await sql(
      `insert into private.request_reports (request_id, workspace_id, user_id, note)
       select id, workspace_id, created_by, E'They want\nmy PIN.' from public.requests order by created_at limit 1`,
    );
    const { code, output } = await runWorker(platform.url, ["--report"]);
    expect(code, output).toBe(0);
    expect(output).toMatch(/^1 waiting, .*\n +1 {2}invitation \(capped\)\n/);
    expect(output).toMatch(/\n +1 {2}invitation failed \(554\)\n/);
    expect(output).toMatch(
      /\n +1 {2}waiting of Okafor & Lind \(.*new addresses today, 100 emails, reported by 0/,
    );
    expect(output).toMatch(/\n {2}\S+ {2}Okafor & Lind \(.*\), “Papers”: They want my PIN\.\n/);
  });

  test("is told of an email that came back, and members see it", async () => {
    await sendRequest(platform);
    const [row] = await sql<{ email: string }>("select email from public.recipients");
    const address = row?.email ?? "";
    const { code, output } = await runWorker(platform.url, ["--suppress", ` ${address.toUpperCase()} `]);
    expect([code, output]).toEqual([0, expect.stringContaining("members: 1.")]);
    expect(await sql("select kind from public.events where kind = 'unreachable'")).toHaveLength(1);
    await sendDue();
    expect(await ends()).toContain("invitation dropped suppressed");
    expect(smtp.received).toEqual([]);

    const freed = await runWorker(platform.url, ["--allow", address]);
    expect([freed.code, freed.output]).toEqual([0, expect.stringContaining("may go to this address again")]);
    expect(await sql("select 1 from public.recipients where unreachable_at is not null")).toEqual([]);
    expect(await sql("select 1 from private.suppressed_addresses")).toEqual([]);
    await sql(
      `insert into private.suppressed_addresses (address_hash, reason) select private.mailbox_hash('${address}'), 'asked'`,
    );
    const kept = await runWorker(platform.url, ["--allow", address]);
    expect(kept.output).toContain("its owner has stopped all email");
    const again = await runWorker(platform.url, ["--suppress", address]);
    expect([again.code, again.output]).toEqual([0, expect.stringContaining("members: 1.")]);
    for (const command of ["--suppress", "--allow"]) {
      const wrong = await runWorker(platform.url, [command, "somebody"]);
      expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining("is not an email address")]);
    }
  });
});

describe("the worker doesn't start", () => {
  test("without the settings of its tasks, which it names", async () => {
    const { code, output } = await runWorker(platform.url, [], {
      SITE_URL: "",
      EMAIL_FROM: "Sheaf <post@sheaf.example>",
      SUPABASE_SECRET_KEY: "sb_publishable_x",
    });
    expect(code).toBe(1);
    for (const name of ["SMTP_URL", "SITE_URL", "EMAIL_FROM", "SUPABASE_SECRET_KEY"])
      expect(output).toContain(name);
  });

  test("for a task that doesn't exist", async () => {
    for (const args of [["--once", "coffee"], ["email"]]) {
      const { code, output } = await runWorker(platform.url, args);
      expect([code, output]).toEqual([1, expect.stringContaining("Usage: worker")]);
    }
  });
});
