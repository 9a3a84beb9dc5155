import { expect, test } from "vitest";
import { trustTexts } from "./trust.models.ts";

const preview = {
  workspaceName: "Okafor & Lind",
  senderName: "Nora Okafor",
  senderEmail: "nora@okafor.example",
  title: "Tax return",
  dueOn: null,
  branding: { accent: null, logo: null },
  workspaceSince: "2025-03-01",
  requestsDone: 12,
  days: 90,
  sensitiveDays: 90,
  itemTitles: [],
};

test("says who asks, who can open files, and how long they are kept", () => {
  expect(trustTexts(preview)).toEqual([
    "Okafor & Lind has used Sheaf since March 2025 and has completed 12 requests.",
    "Only members of Okafor & Lind and the people it asked can open what you add.",
    "Files and answers are deleted 90 days after this request ends.",
  ]);
});

test.each([
  [0, "and hasn’t completed a request yet."],
  [1, "and has completed 1 request."],
  [20, "and has completed 20 or more requests."],
])("a workspace that has completed %s", (requestsDone, end) => {
  expect(trustTexts({ ...preview, requestsDone })[0]?.endsWith(end)).toBe(true);
});
