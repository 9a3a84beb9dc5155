import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { performEndpoints } from "./testing/endpoints/perform-endpoints.ts";
import { markdownTable } from "./testing/markdown-table.ts";
import { type Stage, startStage } from "./testing/stage.ts";

const readme = new URL("../README.md", import.meta.url);
const place = /(?<=<!-- endpoints -->\n\n).*(?=\n\n<!-- end of endpoints -->)/s;
const head = ["Request", "When", "Status", "Leads to", "Cookies"];

let plain: Stage;
let secure: Stage;
beforeAll(async () => {
  plain = await startStage();
  secure = await startStage({ tls: true });
});
afterAll(async () => {
  await plain.stop();
  await secure.stop();
});

/** The table stands in the README, written by this test: `pnpm test -u` writes it anew. */
test("the sidecar does what the table of its README says", async () => {
  const { rows, wrong } = await performEndpoints(plain);
  expect(wrong).toEqual([]);
  const table = markdownTable(head, rows);
  const written = await readFile(readme, "utf8");
  expect(written).toMatch(place);
  await expect(written.replace(place, () => table)).toMatchFileSnapshot(readme.pathname);
});

test("behind a proxy with https it does the same, under names for that host alone", async () => {
  const { rows, wrong } = await performEndpoints(secure);
  expect(wrong).toEqual([]);
  const written = place.exec(await readFile(readme, "utf8"))?.[0] ?? "";
  const asPlain = rows.map((row) => row.map((cell) => cell.replaceAll("__Host-sheaf", "sheaf")));
  expect(markdownTable(head, asPlain)).toBe(written);
  const names = rows.flatMap((row) => row[4]?.match(/`[^`]+`/g) ?? []);
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) expect(name).toMatch(/^`__Host-/);
});
