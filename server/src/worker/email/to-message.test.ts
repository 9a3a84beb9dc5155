import { emailKinds, type EmailKind } from "@sheaf/email/kinds";
import { codeSamples } from "@sheaf/email/preview/code-samples";
import { samples } from "@sheaf/email/preview/samples";
import { wordsOfHtml, wordsOfText } from "@sheaf/email/testing/visible-words";
import type { SendMailOptions } from "nodemailer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ReceivedEmail, type SmtpSink, startSmtp } from "../../testing/start-smtp.ts";
import type { CodeEmail } from "../hook/code-emails.ts";
import { toCodeMessage } from "../hook/deliver-code.ts";
import { createSmtp, type Smtp } from "./smtp.ts";
import { toMessage } from "./to-message.ts";

const id = "0d9c1f6e-5a0b-4d52-9a5c-0a4f1f6f7e11";
const address = "ana@duarte.example";

let sink: SmtpSink;
let smtp: Smtp;
beforeAll(async () => {
  sink = await startSmtp();
  smtp = createSmtp(sink.url);
});
afterAll(async () => {
  smtp.close();
  await sink.stop();
});

/** Sends a message as the worker does, and parses what the mail server receives. */
async function deliver(message: SendMailOptions): Promise<ReceivedEmail> {
  expect(await smtp.send(message)).toEqual({ outcome: "sent" });
  const email = sink.received.at(-1);
  if (!email) throw new Error("No email arrived");
  return email;
}

/** The header as it came, and the lines of the whole email. */
function wireOf({ raw }: ReceivedEmail) {
  const text = raw.toString("latin1");
  return { header: text.slice(0, text.indexOf("\r\n\r\n")), lines: text.split("\r\n") };
}

const namesOf = ({ headers }: ReceivedEmail) => headers.map(({ originalKey }) => originalKey).sort();

const always = [
  "Auto-Submitted",
  "Content-Type",
  "Date",
  "From",
  "MIME-Version",
  "Message-ID",
  "Subject",
  "To",
  "X-Auto-Response-Suppress",
];
const stopping = ["List-Unsubscribe", "List-Unsubscribe-Post"];

/** Headers of each kind beside those of all. */
const others: Readonly<Record<EmailKind, readonly string[]>> = {
  invitation: ["Reply-To", ...stopping],
  reminder: ["Reply-To", ...stopping],
  update: ["Reply-To", ...stopping],
  ended: ["Reply-To"],
  receipt: ["Reply-To"],
  arrived: stopping,
  summary: stopping,
  member_invitation: ["Reply-To"],
  second_factor: [],
  owner_notice: [],
  member_removed: [],
  expiry: [],
  silence: [],
  binned: [],
  deletion_asked: [],
  deletion_decided: ["Reply-To"],
  repeat: [],
  damaged: stopping,
  security: [],
};

interface Attachment {
  type: string;
  name: string;
}

/** Attachments of the samples of a kind. */
const attachments: Readonly<Partial<Record<EmailKind, readonly Attachment[]>>> = {
  receipt: [{ type: "application/json", name: "receipt.json" }],
};

test("every kind is listed with its headers, and has a sample", () => {
  const kinds = Object.keys(emailKinds).sort();
  expect(Object.keys(others).sort()).toEqual(kinds);
  expect([...new Set(samples.map(({ kind }) => kind))].sort()).toEqual(kinds);
});

test("the links of an invitation and a reminder name their reader, for the page to fill in, and no others do", () => {
  const linksIn = (text: unknown) => String(text).match(/https:\/\/sheaf\.example\/r\/\S+/g) ?? [];
  for (const { kind, facts } of samples) {
    const links = linksIn(toMessage({ id, kind, address, name: "Ana Duarte", facts }, from).text);
    const named = links.filter((link) => link.endsWith("#for=ana%40duarte.example"));
    // The link to report a request stays as it is.
    const isAsking = kind === "invitation" || kind === "reminder";
    expect(named).toHaveLength(isAsking ? links.filter((link) => !link.includes("#report")).length : 0);
    if (isAsking) expect(named).not.toHaveLength(0);
  }
});

interface WrittenEmail {
  title: string;
  facts: unknown;
  /** Headers beside those of all. */
  more: readonly string[];
  attached: readonly Attachment[];
  /** Of the reader; emails with a code know none. */
  name: string;
  messageId: string | RegExp;
  write: (facts: unknown, name: string) => SendMailOptions;
}

const from = "post@sheaf.example";
const key = Buffer.from(id);

const cases: readonly WrittenEmail[] = [
  ...samples.map(({ name, kind, facts }) => ({
    title: `${kind}, as in ${name}`,
    facts,
    more: others[kind],
    // A receipt that no worker has signed is an email alone.
    attached: Reflect.get(facts as object, "signed") === null ? [] : (attachments[kind] ?? []),
    name: "Ana Duarte",
    messageId: `<${id}@sheaf.example>`,
    write: (given: unknown, name: string) => toMessage({ id, kind, address, name, facts: given }, from),
  })),
  ...codeSamples.map(({ name, kind, facts }) => ({
    title: name,
    facts,
    more: [],
    attached: [],
    name: "",
    messageId: /^<[0-9a-f]{32}@sheaf\.example>$/,
    write: (given: unknown) => {
      const { workspace, ...rest } = given as CodeEmail["facts"];
      const email = { kind, address, facts: rest, token: undefined };
      return toCodeMessage({ email, key, workspace, from });
    },
  })),
];

describe.each(cases)("$title", ({ facts, more, attached, name, messageId, write }) => {
  let email: ReceivedEmail;
  beforeAll(async () => {
    email = await deliver(write(facts, name));
  });

  test("has exactly the headers of its kind", () => {
    expect(namesOf(email)).toEqual([...always, ...more].sort());
  });

  test("comes from this service, and is answered to the person who asks", () => {
    const isAsked = more.includes("Reply-To");
    const isTrusted = !JSON.stringify(facts).includes('"isTrusted":false');
    const sender = isAsked && isTrusted ? "Nora Okafor (Okafor & Lind) via Sheaf" : "Sheaf";
    expect(email.from).toMatchObject({ name: sender, address: from });
    expect(email.sender).toBe(from);
    const asker = { name: "Nora Okafor", address: "nora@okafor-lind.example" };
    expect(email.replyTo ?? []).toMatchObject(isAsked ? [asker] : []);
  });

  test("goes to one person", () => {
    expect(email.to).toMatchObject([{ name, address }]);
    expect(email.recipients).toEqual([address]);
  });

  test("has a Message-ID that stays, and is marked as written by a program", async () => {
    expect(email.messageId).toEqual(
      typeof messageId === "string" ? messageId : expect.stringMatching(messageId),
    );
    expect((await deliver(write(facts, name))).messageId).toBe(email.messageId);
    expect(email.header("Auto-Submitted")).toBe("auto-generated");
    expect(email.header("X-Auto-Response-Suppress")).toBe("OOF, AutoReply");
    expect(Math.abs(Date.parse(email.date ?? "") - Date.now())).toBeLessThan(60_000);
  });

  test("can be stopped by one click if its kind repeats", () => {
    const isRepeated = more.includes("List-Unsubscribe");
    expect(email.header("List-Unsubscribe-Post")).toBe(isRepeated ? "List-Unsubscribe=One-Click" : undefined);
    const link = email.header("List-Unsubscribe");
    expect(link === undefined).toBe(!isRepeated);
    if (link !== undefined) expect(link).toMatch(/^<https:\/\/sheaf\.example\/email\/stop\/\S+>$/);
  });

  test("has the text, then the HTML, then its attachments", () => {
    const types = wireOf(email).lines.flatMap((line) => /^Content-Type: ([^;]*)/.exec(line)?.[1] ?? []);
    const parts = ["multipart/alternative", "text/plain", "text/html"];
    expect(types).toEqual(
      attached.length > 0 ? ["multipart/mixed", ...parts, ...attached.map(({ type }) => type)] : parts,
    );
    expect(email.attachments.map(({ filename }) => filename)).toEqual(attached.map(({ name }) => name));
  });

  test("fits on the wire: ASCII headers, and no line too long", () => {
    const { header, lines } = wireOf(email);
    expect(header).toMatch(/^[\t\r\n\x20-\x7E]*$/);
    expect(lines.filter((line) => line.length > 998)).toEqual([]);
  });

  test("says the same in both parts, word for word", () => {
    expect(wordsOfText(email.text ?? "")).toEqual(wordsOfHtml(email.html ?? ""));
  });
});

const family = "\u{1F469}\u200D\u{1F469}\u200D\u{1F467}";

/** Hostile values for every field that people fill in. */
const inputs = {
  "a line break and a header": "Nora\r\nBcc: x@y.example\r\n\r\n<p>Hello",
  "a link": "Pay at https://evil.example/login, www.evil.example, evil.example/pay or ask a@evil.example",
  "marks that reorder text": "Invoice \u202Efdp.exe \u2066x\u2069 \u202Dy",
  "control characters": "Nora\u0000\u0007\u001B[31m Okafor\u0085\u2028",
  emoji: `Papers ${family} ${"\u{1F9FE}".repeat(70)}`,
  "160 characters": "Bank statements of all accounts, ".repeat(5).slice(0, 160),
  "a very long word": "Donaudampfschifffahrt".repeat(60),
  "markup and template actions": `<b onclick="x">Nora</b> </title><script>&amp; "{{ .Token }}" \${x}`,
};

/** Fields that people fill in. */
const written = new Set([
  "name",
  "workspace",
  "title",
  "recipientName",
  "message",
  "instructions",
  "reason",
  "note",
  "before",
  "detail",
  "people",
  "files",
]);

/** The same facts, with other words in every field that people fill in. */
function rewrite(facts: unknown, words: string, key = ""): unknown {
  if (typeof facts === "string") return written.has(key) && facts !== "" ? words : facts;
  if (Array.isArray(facts)) return facts.map((each: unknown) => rewrite(each, words, key));
  if (typeof facts !== "object" || facts === null) return facts;
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, rewrite(value, words, name)]),
  );
}

/** A tag that our document doesn't have. */
const foreignTag =
  /<(?!\/?(?:html|head|meta|title|style|body|div|table|tr|td|h1|h2|p|a|b|bdi|br|span)\b|!doctype)/;
const unwanted = /(?![\t\n\r])\p{Cc}|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

describe.each(Object.entries(inputs))("with %s in every field that people fill in", (_, words) => {
  test.each(cases)("$title, is the same email", async ({ facts, more, write }) => {
    const email = await deliver(write(rewrite(facts, words), words));
    const { header, lines } = wireOf(email);
    expect(namesOf(email)).toEqual([...always, ...more].sort());
    expect(header).toMatch(/^[\t\r\n\x20-\x7E]*$/);
    expect(lines.filter((line) => line.length > 998)).toEqual([]);
    expect(email.recipients).toEqual([address]);
    expect([email.from?.address, ...(email.to ?? []).map((to) => to.address)]).toEqual([from, address]);
    expect(email.subject).toMatch(/^.{1,140}$/u);

    const { html = "", text = "" } = email;
    const shown = [email.subject, email.from?.name, email.to?.[0]?.name, email.replyTo?.[0]?.name];
    expect(shown.filter((each) => each !== undefined && /[\r\n]/.test(each))).toEqual([]);
    expect([...shown, html, text].filter((each) => each !== undefined && unwanted.test(each))).toEqual([]);

    const links = [...html.matchAll(/\b(?:href|src|action)="([^"]*)"/g)].map(([, link]) => link ?? "");
    expect(links.filter((link) => !link.startsWith("https://sheaf.example/"))).toEqual([]);
    expect(html).not.toMatch(foreignTag);
    // Outside of our own links nothing is left that a program would make one of.
    const outside = html.replaceAll(/<head>.*<\/head>|<div style="display:none.*?<\/div>|<a\b.*?<\/a>/gs, "");
    const ours = /https:\/\/sheaf\.example\/\S*/g;
    for (const part of [outside.replaceAll(/<[^>]*>/g, " "), text.replaceAll(ours, "")]) {
      expect(part).not.toMatch(/https?:\/\/|www\.|\w@\w|evil\.example/);
    }
    expect(wordsOfText(text)).toEqual(wordsOfHtml(html));
  });
});
