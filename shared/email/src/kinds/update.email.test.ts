import { expect, test } from "vitest";
import { emailKinds } from "../kinds.ts";

const facts = {
  asker: {
    name: "Nora Okafor",
    email: "nora@okafor.example",
    workspace: "Okafor & Lind",
    accent: null,
    isTrusted: true,
  },
  recipientName: "Ana Duarte",
  request: { title: "Tax return", dueOn: null, url: "https://sheaf.example/r/1" },
  returned: [],
  isReopened: false,
  accepted: 0,
  changes: [],
  questions: [{ title: "Payslips", from: "Nora Okafor", text: "Which months do you have?" }],
  today: "2026-11-30",
  stop: { request: "https://sheaf.example/email/stop/1" },
};
const returned = [{ title: "Rental statement", reason: "Page 2 is missing.", files: [] }];
const textOf = (over: Partial<Record<keyof typeof facts, unknown>>) =>
  emailKinds.update({ ...facts, ...over }, "en").text.replaceAll(/\s+/gu, " ");

test("each sentence begins in upper case, except after the greeting", () => {
  expect(textOf({})).toContain("Hi Ana Duarte, there is a new message about Tax return:");
  expect(textOf({ recipientName: "" })).toContain("There is a new message about Tax return:");
  const both = textOf({ returned });
  expect(both).toContain("Hi Ana Duarte, Nora Okafor needs this again for Tax return.");
  expect(both).toContain("There is a new message about Tax return:");
});
