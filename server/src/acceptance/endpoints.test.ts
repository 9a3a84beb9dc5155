import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { performEndpoints } from "../testing/endpoints/perform-endpoints.ts";
import { markdownTable } from "../testing/markdown-table.ts";
import { type TestHarness, startTestHarness } from "../testing/test-harness.ts";

const readme = new URL("../../README.md", import.meta.url);
const place = /(?<=<!-- endpoints -->\n\n).*(?=\n\n<!-- end of endpoints -->)/s;
const head = ["Request", "When", "Status", "Leads to", "Cookies"];

let plain: TestHarness;
let secure: TestHarness;
beforeAll(async () => {
  plain = await startTestHarness();
  secure = await startTestHarness({ tls: true });
});
afterAll(async () => {
  await plain.stop();
  await secure.stop();
});

/** The table in the README is written by this test: `pnpm test -u` updates it. */
test("the sidecar behaves as its README's table says", async () => {
  const { rows, wrong } = await performEndpoints(plain);
  expect(wrong).toEqual([]);
  const table = markdownTable(head, rows);
  const written = await readFile(readme, "utf8");
  expect(written).toMatch(place);
  await expect(written.replace(place, () => table)).toMatchFileSnapshot(readme.pathname);
});

test("behind an https proxy it behaves the same, with __Host- cookies", async () => {
  const { rows, wrong } = await performEndpoints(secure);
  expect(wrong).toEqual([]);
  const written = place.exec(await readFile(readme, "utf8"))?.[0] ?? "";
  const asPlain = rows.map((row) => row.map((cell) => cell.replaceAll("__Host-sheaf", "sheaf")));
  expect(markdownTable(head, asPlain)).toBe(written);
  const names = rows.flatMap((row) => row[4]?.match(/`[^`]+`/g) ?? []);
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) expect(name).toMatch(/^`__Host-/);
});
