import { expect, test } from "vitest";
import { createMailbox } from "./mailbox.ts";
import { createMailboxApp } from "./mailbox.service.ts";

const noon = new Date("2026-01-02T12:00:00Z");

function newMailbox() {
  const mailbox = createMailbox({ clock: () => noon });
  const send = (to: string, subject: string, html = "<p>Hello</p>", text = "Hello") =>
    mailbox.send({ to, subject, html, text });
  return { mailbox, send, app: createMailboxApp(mailbox) };
}

test("a waiting reader gets the next email, and no email twice", async () => {
  const { mailbox, send } = newMailbox();
  const first = mailbox.latest("ann@mail.example");
  await send("bob@mail.example", "not hers");
  await send("Ann@mail.example", "one");
  expect((await first).subject).toBe("one");
  const second = mailbox.latest("ann@mail.example");
  await send("ann@mail.example", "two");
  expect((await second).subject).toBe("two");
});

test("the newest email that has already arrived is returned at once", async () => {
  const { mailbox, send } = newMailbox();
  await send("ann@mail.example", "old");
  await send("ann@mail.example", "newest");
  expect((await mailbox.latest("ann@mail.example")).subject).toBe("newest");
});

test("the list uses Mailpit's field names and starts with the newest email", async () => {
  const { app, send } = newMailbox();
  await send("ann@mail.example", "one");
  await send("bob@mail.example", "two", "<b>x</b>", "two  \n lines");
  const list = (await (await app.request("/api/v1/messages?limit=1")).json()) as { messages: unknown };
  expect(list).toMatchObject({ total: 2, messages_count: 2, count: 1, start: 0, unread: 2 });
  expect(list.messages).toEqual([
    expect.objectContaining({
      Subject: "two",
      To: [{ Name: "", Address: "bob@mail.example" }],
      Created: "2026-01-02T12:00:00.000Z",
      Snippet: "two lines",
      Read: false,
    }),
  ]);
});

test("an email is read by its id, and an unknown id is not found", async () => {
  const { app, mailbox, send } = newMailbox();
  await send("ann@mail.example", "one", "<b>x</b>", "x");
  const id = mailbox.messages()[0]?.id ?? "";
  const detail = await (await app.request(`/api/v1/message/${id}`)).json();
  expect(detail).toMatchObject({ ID: id, Subject: "one", HTML: "<b>x</b>", Text: "x", Attachments: [] });
  expect((await app.request("/api/v1/message/nothing")).status).toBe(404);
});

test("deleting removes the listed emails, or all if none are listed", async () => {
  const { app, mailbox, send } = newMailbox();
  await send("ann@mail.example", "one");
  await send("ann@mail.example", "two");
  const first = mailbox.messages()[1]?.id;
  await app.request("/api/v1/messages", { method: "DELETE", body: JSON.stringify({ IDs: [first] }) });
  expect(mailbox.messages().map((email) => email.subject)).toEqual(["two"]);
  const all = await app.request("/api/v1/messages", { method: "DELETE" });
  expect(await all.text()).toBe("ok");
  expect(mailbox.messages()).toEqual([]);
});

test("the page shows the newest code and link and escapes all text of an email", async () => {
  const { app, send } = newMailbox();
  const link = "http://localhost:3000/auth/confirm?token_hash=12345678ab&type=signup";
  await send("ann@mail.example", "<img src=x>", "<p>x</p>", `Code\n\n01234567\n\nSign in: ${link}`);
  const response = await app.request("/");
  const page = await response.text();
  expect(page).toContain("<output>01234567</output>");
  expect(page).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
  expect(page).toContain("&lt;img src=x&gt;");
  expect(page).not.toContain("<img");
  const policy = response.headers.get("content-security-policy");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe-inline");
});

test("the HTML of an email can't run scripts or load anything", async () => {
  const { app, mailbox, send } = newMailbox();
  await send("ann@mail.example", "x", "<html><head></head><body><script>x</script></body></html>");
  const response = await app.request(`/email/${mailbox.messages()[0]?.id}`);
  expect(response.headers.get("content-security-policy")).toMatch(
    /^sandbox allow-popups.*default-src 'none'/,
  );
  expect(await response.text()).toContain('<head><base target="_blank">');
});

test("another site can't empty the mailbox", async () => {
  const { app, mailbox, send } = newMailbox();
  await send("ann@mail.example", "kept");
  const foreign = { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } };
  expect((await app.request("/clear", foreign)).status).toBe(403);
  expect(mailbox.messages()).toHaveLength(1);
  const own = { method: "POST", headers: { "Sec-Fetch-Site": "same-origin" } };
  expect((await app.request("/clear", own)).status).toBe(303);
  expect(mailbox.messages()).toHaveLength(0);
});
