import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginDemo } from "./begin-demo.ts";

/** Nothing listens there, so every call would fail. */
const noPlatform = "http://127.0.0.1:1";
const { signal } = new AbortController();

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-demo-"));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

test("doesn't fill a demo workspace a second time", async () => {
  await writeFile(join(folder, "demo-begun"), "");
  await writeFile(join(folder, "demo-seeded"), "");
  const log = vi.spyOn(console, "log");
  const fill = await beginDemo(noPlatform, folder);
  await fill(signal);
  expect(log).not.toHaveBeenCalled();
});

test("says how to start over if the first start was stopped while it was being filled", async () => {
  await writeFile(join(folder, "demo-begun"), "");
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const fill = await beginDemo(noPlatform, folder);
  await fill(signal);
  expect(log.mock.calls.flat().join("\n")).toContain("Start over with --fresh");
});

test("starts over if nothing was created", async () => {
  await expect(beginDemo(noPlatform, folder)).rejects.toThrow("fetch failed");
});
