import { describe, expect, test } from "vitest";
import { recipient, requestSummary } from "../../../data/requests/request.fixtures.ts";
import { hiddenMatch, markMatches, searchWords } from "./match.models.ts";

const marked = (text: string, search: string) =>
  markMatches(text, searchWords(search))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join("");

describe("what a search found", () => {
  test.each([
    ["the beginning of a word", "Bank statement", "stat", "Bank [stat]ement"],
    ["every word of the search", "Bank interest statement", "bank statement", "[Bank] interest [statement]"],
    ["a word with an accent, typed without", "Überweisung Zürich", "zurich uber", "[Über]weisung [Zürich]"],
    ["a word without an accent, typed with it", "Zurich", "zür", "[Zur]ich"],
    ["an accent that is a separate character", "Zu\u0308rich", "zu", "[Zu\u0308]rich"],
    ["the longest of two beginnings", "Statement", "s state", "[State]ment"],
    ["parts of an address", "zoe@lind.example", "zoe@li", "[zoe]@[li]nd.example"],
    ["nothing inside a word", "Understatement", "state", "Understatement"],
    ["nothing for operators", "A | B", "|&!", "A | B"],
  ])("marks %s", (_, text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
  });

  test("keeps a text that has no match whole", () => {
    expect(markMatches("Tax return", ["mort"])).toEqual([{ at: 0, text: "Tax return", isMatch: false }]);
    expect(markMatches("", ["mort"])).toEqual([]);
  });
});

describe("a match that the row doesn't show", () => {
  const found = {
    ...requestSummary({
      title: "Tax return",
      people: [recipient({ email: "ana@duarte.example", name: "Ana Duarte" })],
    }),
    message:
      "Dear Ana,\n\nit is that time of the year again. Please send us everything about your flat in Lisbon.",
    helpers: [recipient({ email: "tomas@duarte.example", name: "Tomás Silva" })],
    itemTitles: ["Bank card", "Bank statement"],
  };
  const hidden = (search: string) => hiddenMatch(found, searchWords(search));

  test("is the item that has most of the words", () => {
    expect(hidden("tax bank stat")).toEqual({ label: "Item", text: "Bank statement" });
  });

  test("is the address", () => {
    expect(hidden("ana@duarte.example")).toEqual({ label: "Address", text: "ana@duarte.example" });
  });

  test("is the name or address of a helper", () => {
    expect(hidden("silva")).toEqual({ label: "Person", text: "Tomás Silva" });
    expect(hidden("tomas example")).toEqual({ label: "Address", text: "tomas@duarte.example" });
  });

  test("is the part of the message around it, on one line and without cut words", () => {
    expect(hidden("time")).toEqual({
      label: "Message",
      text: "Dear Ana, it is that time of the year again. Please send us everything about…",
    });
    expect(hidden("lisb")).toEqual({ label: "Message", text: "…about your flat in Lisbon." });
  });

  test("is nothing when the row shows every word", () => {
    expect(hidden("ana tax")).toBeNull();
  });
});
