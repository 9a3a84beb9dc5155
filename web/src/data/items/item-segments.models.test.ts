import { expect, test } from "vitest";
import { itemSegments } from "./item-segments.models.ts";

const item = (over: Partial<Parameters<typeof itemSegments>[0][number]> = {}) => ({
  section: "",
  state: "missing" as const,
  isRequired: true,
  answer: null,
  ...over,
});

test("each section fills from the left, and optional and declined items are told apart", () => {
  const declined = { kind: "cannot_provide", text: "" } as const;
  expect(
    itemSegments([
      item(),
      item({ state: "accepted" }),
      item({ section: "Home", isRequired: false }),
      item({ section: "Home", state: "returned" }),
      item({ section: "Home", state: "submitted", answer: declined }),
      item({ section: "Home", state: "submitted", answer: { kind: "text", text: "42" } }),
    ]),
  ).toEqual(["accepted", "missing", "gap", "submitted", "declined", "returned", "optional"]);
});
