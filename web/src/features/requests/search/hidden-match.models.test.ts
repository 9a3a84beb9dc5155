import { describe, expect, test } from "vitest";
import { recipient, requestSummary } from "../../../data/requests/request.fixtures.ts";
import { searchWords } from "../../../steps/marked-text/match.models.ts";
import { hiddenMatch } from "./hidden-match.models.ts";

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
