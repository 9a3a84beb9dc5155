import { describe, expect, test } from "vitest";
import { emailKinds } from "../kinds.ts";
import { wordsOfHtml, wordsOfText } from "../testing/visible-words.ts";

const asker = {
  name: "Nora Okafor",
  email: "nora@okafor.example",
  workspace: "Okafor & Lind",
  accent: null,
  isTrusted: true,
};
const stop = { request: "https://sheaf.example/email/stop/1", everything: "https://sheaf.example/email/all" };
const item = (title: string, reason = "", files = 0) => ({
  title,
  instructions: "",
  isReturned: reason !== "",
  reason,
  files,
  expectedFiles: 3,
});
const asked = (title: string, dueOn: string | null, waiting: ReturnType<typeof item>[]) => ({
  request: { title, dueOn, url: "https://sheaf.example/r/1" },
  states: waiting.map(() => "missing"),
  waiting,
  promisedOn: null,
  canHandOff: true,
  stop,
});
const remind = (...requests: ReturnType<typeof asked>[]) =>
  emailKinds.reminder({ asker, recipientName: "Ana Duarte", requests, today: "2026-11-27" }, "en");

describe("the subject of a reminder", () => {
  test.each([
    ["2026-11-28", "1 item left for Tax return, due tomorrow"],
    ["2026-11-27", "1 item left for Tax return, due today"],
    ["2026-11-20", "1 item left for Tax return, overdue"],
    ["2027-01-02", "1 item left for Tax return, due Sat 2 Jan 2027"],
    [null, "1 item left for Tax return"],
  ])("with the due date %s", (dueOn, subject) => {
    expect(remind(asked("Tax return", dueOn, [item("Payslips")])).subject).toBe(subject);
  });

  test("of several requests counts all items", () => {
    const { subject } = remind(
      asked("Tax return", "2026-11-28", [item("Payslips"), item("Lease")]),
      asked("Mortgage", null, [item("Identity card")]),
    );
    expect(subject).toBe("3 items left for 2 requests from Okafor & Lind");
  });
});

test("the text of a reminder lists what is missing, how much of it, and why something came back", () => {
  const { text } = remind(
    asked("Tax return", "2026-11-28", [
      item("Payslips"),
      item("Bank statement", "Page 2 is cut off."),
      item("Invoices", "", 2),
    ]),
  );
  // Invisible characters keep addresses in sentences from becoming links.
  expect(text.replaceAll("\u2060", "")).toBe(`Okafor & Lind

3 items left

Hi Ana Duarte, Tax return is due tomorrow, Sat 28 Nov. This is what Nora
Okafor still needs from you:

1. Payslips (missing)

2. Bank statement (returned)
   “Page 2 is cut off.”

3. Invoices (2 of 3 files)

Add what is missing:
https://sheaf.example/r/1

Need more time? Say so on the same page, and we’ll hold the reminders.
If someone else has a document, you can ask them there.

-- 
Nora Okafor asked for these documents from nora@okafor.example. Reply to
this email to reach them.

Stop reminders for this request: https://sheaf.example/email/stop/1 ·
Stop all email from Sheaf: https://sheaf.example/email/all
`);
});

test.each([
  ["Smith, John", "Hi Smith, John, this"],
  ["Dr. Ana Duarte", "Hi Dr. Ana Duarte, this"],
  ["The Okafor Family", "Hi The Okafor Family, this"],
  ["Nguyễn Văn An", "Hi Nguyễn Văn An, this"],
  [" 田中 太郎 ", "Hi 田中 太郎, this"],
  [" ", "This"],
])("a reminder greets by the name as it is written, or not at all: %j", (recipientName, greeting) => {
  const requests = [asked("Tax return", null, [item("Payslips")])];
  const { text } = emailKinds.reminder({ asker, recipientName, requests, today: "2026-11-27" }, "en");
  expect(text).toContain(`\n\n${greeting} is about Tax return.`);
});

test("a reminder to a helper doesn't offer to ask others", () => {
  const { text } = remind({ ...asked("Tax return", null, [item("Payslips")]), canHandOff: false });
  expect(text).toContain("hold the reminders.");
  expect(text).not.toContain("ask them there");
});

describe("a long list", () => {
  // As long as an item and its reason can be, in characters of three bytes.
  const longest = item("資".repeat(160), "由".repeat(1000));
  const waiting = Array.from({ length: 100 }, () => longest);
  const requests = Array.from({ length: 10 }, () => asked("税".repeat(160), "2026-11-28", waiting));

  test.each([
    ["of one request", remind(asked("税".repeat(160), "2026-11-28", waiting))],
    ["of ten requests", remind(...requests)],
  ])("%s keeps its button and the link that stops it within what Gmail shows", (_, { html, text }) => {
    const shown = Buffer.from(html).subarray(0, 102_000).toString();
    expect(shown).toContain("https://sheaf.example/r/1");
    expect(shown).toContain(stop.everything);
    expect(shown).toContain("</html>");
    expect(text).toMatch(/And \d+ more\. The page shows all of them\./u);
    expect(wordsOfText(text)).toEqual(wordsOfHtml(html));
  });

  test("of short items has all 100 of them", () => {
    const { text } = remind(
      asked(
        "Tax return",
        null,
        Array.from({ length: 100 }, () => item("Payslip")),
      ),
    );
    expect(text).toContain("100. Payslip");
    expect(text).not.toContain("more.");
  });
});

test("words from right to left keep their order in a sentence, in both parts", () => {
  const title = "דוח שנתי 2026 (Tax).";
  const requests = [asked(title, "2026-11-28", [item("חשבונית (2) 2026.pdf", "חסר עמוד 2.")])];
  const { html, text } = emailKinds.reminder(
    { asker, recipientName: "דנה כהן", requests, today: "2026-11-27" },
    "en",
  );
  expect(html).toContain(`Hi <bdi dir="auto">דנה כהן</bdi>, <b dir="auto">${title}</b> is due`);
  expect(html).toMatch(/<td dir="auto"[^>]*>חשבונית \(2\) 2026\.pdf<\/td>/u);
  expect(html).toMatch(/<div dir="auto"[^>]*>“חסר עמוד 2\.”<\/div>/u);
  expect(text.replaceAll(/\s+/gu, " ")).toContain(`Hi \u2068דנה כהן\u2069, \u2068${title}\u2069 is due`);
  expect(text).toContain("1. \u2068חשבונית (2) 2026.pdf\u2069 (returned)");
  expect(text).toContain("Nora Okafor");
});
