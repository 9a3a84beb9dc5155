import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { withPartNames } from "./part-names.ts";

// Backtracking took forty seconds for this name.
test("a name of any length is read in one go", () => {
  const zipped = zipSync({ "_rels/.rels": strToU8(`<Relation Target="${"a".repeat(200_000)}"/>`) });
  expect(withPartNames(zipped)).toBe(zipped);
});
