import { expect, test } from "vitest";
import { file, item } from "./answer.fixtures.ts";
import { newsText } from "./news.models.ts";

const message = (over: object = {}) => ({
  id: "m1",
  author: "nora",
  authorName: "Nora Okafor",
  isFromMember: true,
  body: "Which month?",
  at: "2026-11-20T10:00:00Z",
  ...over,
});
const question = (...messages: ReturnType<typeof message>[]) => ({ id: "q1", isResolved: false, messages });

test("an item that came back is announced once, with its reason", () => {
  const before = [item({ state: "submitted" })];
  const now = [item({ state: "returned", reason: "Page 2 is cut off." })];
  expect(newsText(before, now, "u1")).toBe("“Proof of address” was returned. Page 2 is cut off.");
  expect(newsText(now, now, "u1")).toBe("");
});

test("the reasons of returned files are announced if the item has none", () => {
  const files = [file({ verdict: "returned", verdictReason: "Too dark." }), file({ id: "f2" })];
  expect(newsText([item({ files })], [item({ state: "returned", files })], "u1")).toBe(
    "“Proof of address” was returned. Too dark.",
  );
});

test("a message of someone else is announced, and one's own isn't", () => {
  const asked = [item({ questions: [question(message({ author: "u1" }))] })];
  const replied = [item({ questions: [question(message({ author: "u1" }), message({ id: "m2" }))] })];
  expect(newsText([item()], asked, "u1")).toBe("");
  expect(newsText(asked, replied, "u1")).toBe("New message about “Proof of address”.");
});

test("an item that is new to the page is no news of it", () => {
  expect(newsText([], [item({ state: "returned", reason: "Too dark." })], "u1")).toBe("");
});
