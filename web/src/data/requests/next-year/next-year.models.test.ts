import { emptyDraft, type RequestDraft } from "@sheaf/contract/request-draft";
import { expect, test } from "vitest";
import { toNextYear } from "./next-year.models.ts";

const item: RequestDraft["items"][number] = {
  id: "i1",
  section: "Income 2025",
  title: "W-2 for 2025",
  instructions: "Until 31.01.2026. IBAN DE89 3704 0044 0532 2013 00",
  kind: "choice",
  required: true,
  accepts: [],
  expected_files: 1,
  choices: ["2025", "None"],
  multiple: false,
  sensitive: true,
};

test("titles, sections and instructions move, and the message and choices don't", () => {
  const draft = { ...emptyDraft, title: "Tax 2025", message: "As in 2024.", items: [item] };
  expect(toNextYear(draft, "2026-02-28")).toEqual({
    change: {
      title: "Tax 2026",
      due_on: "2027-02-28",
      items: [
        {
          ...item,
          section: "Income 2026",
          title: "W-2 for 2026",
          instructions: "Until 31.01.2027. IBAN DE89 3704 0044 0532 2013 00",
        },
      ],
    },
    moves: {
      years: [
        [2025, 2026],
        [2026, 2027],
      ],
      dueOn: "2027-02-28",
      messageYears: [2024],
    },
  });
});

test("a request without years and due date stays as it is", () => {
  const draft = { ...emptyDraft, title: "Mortgage" };
  expect(toNextYear(draft, null)).toEqual({
    change: {},
    moves: { years: [], dueOn: null, messageYears: [] },
  });
});
