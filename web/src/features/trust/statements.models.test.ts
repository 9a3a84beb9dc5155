import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { sections } from "./statements.models.ts";

const repository = new URL("../../../../", import.meta.url);

test.each(sections.flatMap(({ statements }) => statements))("$shownBy shows: $text", ({ shownBy }) => {
  expect(existsSync(new URL(shownBy, repository))).toBe(true);
});
