import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordingDigest, sources } from "./recording-digest.ts";

const repository = join(import.meta.dirname, "..", "..", "..");

let copy: string;
let before: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "sheaf-digest-"));
  for (const { folder } of sources)
    await cp(join(repository, folder), join(copy, folder), { recursive: true });
  before = await recordingDigest(copy);
});
afterAll(() => rm(copy, { recursive: true }));

test("a copy of the sources has the same digest", async () => {
  expect(before).toBe(await recordingDigest(repository));
  expect(before).toMatch(/^[0-9a-f]{12}$/);
});

test.each([
  ["a migration", "shared/supabase/migrations/99991231235959_new.sql"],
  ["a template", "shared/supabase/templates/new.html"],
  ["a query of the page", "web/src/data/new.ts"],
  ["a call of a feature", "web/src/features/new-calls.ts"],
  ["the recorder", "shared/mocks/src/record/new.ts"],
  ["a description", "e2e/tapes/states/new.states.ts"],
])("%s changes it", async (_what, file) => {
  await writeFile(join(copy, file), "-- new");
  const now = await recordingDigest(copy);
  await rm(join(copy, file));
  expect(now).not.toBe(before);
});

test.each([
  ["a component", "web/src/app/new.tsx"],
  ["a style sheet", "web/src/app/new.module.css"],
  ["a test", "web/src/data/new.test.ts"],
  ["a guide", "shared/supabase/NEW.md"],
])("%s doesn't", async (_what, file) => {
  await writeFile(join(copy, file), "new");
  expect(await recordingDigest(copy)).toBe(before);
});
