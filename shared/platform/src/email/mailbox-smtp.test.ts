import { createTransport, type SendMailOptions } from "nodemailer";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Listening } from "../gateway/listen.ts";
import { createMailboxApp } from "./mailbox.service.ts";
import { createMailbox } from "./mailbox.ts";
import { listenForEmail } from "./mailbox-smtp.ts";

const mailbox = createMailbox({ clock: () => new Date("2026-01-02T12:00:00Z") });
const app = createMailboxApp(mailbox);
let smtp: Listening;

beforeAll(async () => {
  smtp = await listenForEmail({ host: "127.0.0.1", port: 0, mailbox });
});
beforeEach(() => mailbox.clear());
afterAll(() => smtp.close());

const email = {
  from: { name: "Nora Okafor via Sheaf", address: "sheaf@localhost.example" },
  to: { name: "Ann Ångström", address: "ann@mail.example" },
  subject: "Ihre Belege für März — 3 fehlen",
  html: "<p>Grüße</p>",
  text: "Grüße",
};

async function send(message: SendMailOptions): Promise<void> {
  const transport = createTransport({ host: "127.0.0.1", port: smtp.port });
  await transport.sendMail(message);
}

test("an email sent by SMTP is read like one that Auth sent", async () => {
  await send(email);
  const { id } = await mailbox.latest("ann@mail.example");
  const list = await (await app.request("/api/v1/messages")).json();
  expect(list).toMatchObject({
    messages: [{ ID: id, Subject: email.subject, To: [{ Address: "ann@mail.example" }], Snippet: "Grüße" }],
  });
  const detail = await (await app.request(`/api/v1/message/${id}`)).json();
  expect(detail).toMatchObject({ Subject: email.subject, HTML: email.html, Text: email.text });
  expect(await (await app.request("/")).text()).toContain(email.subject);
});

test("the page shows a code that the text has in groups, and takes no telephone number for one", async () => {
  const text = "Enter this code: 5648 8557. Questions? Call 0800 1234.";
  await send({ ...email, subject: "Okafor & Lind: your code is 5648 8557", text });
  expect(await (await app.request("/")).text()).toContain(">56488557<");
  mailbox.clear();
  await send({ ...email, text });
  expect(await (await app.request("/")).text()).not.toMatch(/>56488557<|>08001234</);
});

test("attachments are listed, and saved rather than shown", async () => {
  const attachments = [
    { filename: "receipt.json", content: '{"a":1}', contentType: "application/json" },
    { filename: "Grüße <b>.html", content: "<script>alert(1)</script>", contentType: "text/html" },
  ];
  await send({ ...email, attachments });
  const { id } = await mailbox.latest("ann@mail.example");
  const list = await (await app.request("/api/v1/messages")).json();
  expect(list).toMatchObject({ messages: [{ Attachments: 2 }] });
  expect(await (await app.request(`/api/v1/message/${id}`)).json()).toMatchObject({
    Attachments: [
      { PartID: "1", FileName: "receipt.json", ContentType: "application/json", Size: 7 },
      { PartID: "2", FileName: "Grüße <b>.html", ContentType: "text/html" },
    ],
  });
  const page = await (await app.request("/")).text();
  expect(page).toContain(`<a href="/api/v1/message/${id}/part/1">receipt.json</a>`);
  expect(page).toContain("Grüße &lt;b&gt;.html");
  const first = await app.request(`/api/v1/message/${id}/part/1`);
  expect(await first.json()).toEqual({ a: 1 });
  const second = await app.request(`/api/v1/message/${id}/part/2`);
  expect(second.headers.get("content-disposition")).toBe(
    "attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%3Cb%3E.html",
  );
  expect(second.headers.get("content-security-policy")).toMatch(/^sandbox /);
  for (const part of ["0", "3", "__proto__"])
    expect((await app.request(`/api/v1/message/${id}/part/${part}`)).status, part).toBe(404);
});

test("headers are kept", async () => {
  await send({ ...email, headers: { "List-Unsubscribe": "<http://localhost:3000/email/stop/abc>" } });
  const { headers } = await mailbox.latest("ann@mail.example");
  expect(headers).toContainEqual({
    name: "List-Unsubscribe",
    value: "<http://localhost:3000/email/stop/abc>",
  });
});

test("the page shows the text part and the headers as they came, and says if there is no text part", async () => {
  await send({ ...email, text: "Grüße & <b>1</b>" });
  const both = await (await app.request("/")).text();
  expect(both).toContain("<pre>Grüße &amp; &lt;b&gt;1&lt;/b&gt;</pre>");
  expect(both).toMatch(/from <strong>.*&lt;sheaf@localhost\.example&gt;<\/strong>/);
  expect(both).toMatch(/<dt>Content-Type<\/dt>\s*<dd>multipart\/alternative/);
  await send({ ...email, text: undefined });
  const alone = await (await app.request("/")).text();
  expect(alone).toContain("HTML alone");
  expect(alone).not.toContain("<pre>");
});

test("every recipient of the envelope gets the email, whatever its headers say", async () => {
  await send({
    ...email,
    envelope: { from: "sheaf@localhost.example", to: ["bob@mail.example", "cy@mail.example"] },
  });
  expect(mailbox.messages().map(({ to }) => to)).toEqual(["cy@mail.example", "bob@mail.example"]);
});

test("a part that is missing is made from the other", async () => {
  await send({ ...email, html: undefined, text: "1 < 2" });
  expect((await mailbox.latest("ann@mail.example")).html).toContain("1 &lt; 2");
  await send({ ...email, text: undefined });
  expect((await mailbox.latest("ann@mail.example")).text).toBe("Grüße");
});

test("a busy port is named", async () => {
  await expect(listenForEmail({ host: "127.0.0.1", port: smtp.port, mailbox })).rejects.toThrow(
    `Port ${smtp.port}, meant for SMTP of the mailbox, is in use.`,
  );
});

test("it listens on loopback only", async () => {
  await expect(listenForEmail({ host: "0.0.0.0", port: 0, mailbox })).rejects.toThrow("loopback only");
});
