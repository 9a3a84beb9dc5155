import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { emptyFolder, writeFiles } from "../../testing/folders.ts";
import { lockDirectory } from "./directory-lock.ts";

test.each([
  ["no lock exists", undefined],
  ["the holder was killed", "4194305 1"],
  ["the holder was killed while writing the lock", ""],
])("exactly one of many simultaneous attempts succeeds if %s", async (_, left) => {
  for (let round = 0; round < 40; round += 1) {
    const directory = await emptyFolder();
    if (left !== undefined) await writeFiles(directory, { lock: left });
    const attempts = await Promise.allSettled(Array.from({ length: 12 }, () => lockDirectory(directory)));
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readdir(directory)).toEqual(["lock"]);
  }
});

test("a process killed while taking over a stale lock blocks no other", async () => {
  const directory = await emptyFolder();
  await writeFiles(directory, { lock: "4194305 1", "lock.claim": "4194306 1" });
  await lockDirectory(directory);
  expect(await readdir(directory)).toEqual(["lock"]);
});

test("a released lock leaves no file and can be acquired again", async () => {
  const directory = await emptyFolder();
  const first = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow(`${directory} is in use by another local platform.`);
  await first.release();
  expect(await readdir(directory)).toEqual([]);
  await expect(lockDirectory(directory)).resolves.toBeDefined();
});
