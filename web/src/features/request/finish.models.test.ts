import { expect, test } from "vitest";
import { item, storedFile as file } from "../../data/items/item.fixtures.ts";
import { receivedText } from "./finish.models.ts";

const text = { kind: "text", text: "42" } as const;

test.each([
  ["1 file, 2 kB", [{ files: [file({ size: 2048 })] }]],
  ["1 file, 2 kB, and 2 answers", [{ files: [file({ size: 2048 })] }, { answer: text }, { answer: text }]],
  ["1 answer", [{ answer: text }, { answer: { kind: "cannot_provide", text: "" } }]],
  ["No files", [{ answer: { kind: "not_applicable", text: "" } }]],
  ["No files", [{ files: [file({ isSetAside: true }), file({ verdict: "returned" })] }]],
] as const)("what came is put in words: %s", (words, items) => {
  expect(
    receivedText(items.map((over) => item({ ...over, files: [...("files" in over ? over.files : [])] }))),
  ).toBe(words);
});
