import { expect, test } from "vitest";
import { changedKeys, changesText, withoutSaved } from "./edits.models.ts";

const saved = { name: "Lind", logo: null as Blob | null, plan: { before: [7, 2], most: 6 } };
const logo = new Blob(["a"]);

test.each([
  ["nothing", {}, []],
  ["another name", { name: "Berg" }, ["name"]],
  ["the saved name again", { name: "Lind" }, []],
  ["an image", { logo }, ["logo"]],
  ["an image that was removed again", { logo: null }, []],
  ["another plan", { plan: { before: [7], most: 6 } }, ["plan"]],
  ["the saved plan chosen again", { plan: { before: [7, 2], most: 6 } }, []],
  ["two values, in the page's order", { plan: { before: [], most: 1 }, name: "Berg" }, ["name", "plan"]],
])("%s", (_, edits, changed) => {
  expect(changedKeys(saved, edits)).toEqual(changed);
});

test("another image is a change, although both are files", () => {
  expect(changedKeys({ ...saved, logo: new Blob(["a"]) }, { logo })).toEqual(["logo"]);
});

test("what was entered while saving stays unsaved", () => {
  expect(withoutSaved({ name: "Berg", logo }, { name: "Ber", logo })).toEqual({ name: "Berg" });
});

test("names what changed in one sentence", () => {
  expect(changesText(["accent colour"])).toBe("Accent colour");
  expect(changesText(["name", "logo", "accent colour"])).toBe("Name, logo and accent colour");
});
