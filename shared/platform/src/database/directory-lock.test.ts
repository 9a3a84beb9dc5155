import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { emptyFolder, writeFiles } from "../testing/folders.ts";
import { lockDirectory } from "./directory-lock.ts";

test.each([
  ["nobody was before", undefined],
  ["somebody was killed", "4194305 1"],
  ["somebody was killed while writing the lock", ""],
])("of many who come at once exactly one gets the directory where %s", async (_, left) => {
  for (let round = 0; round < 40; round += 1) {
    const directory = await emptyFolder();
    if (left !== undefined) await writeFiles(directory, { lock: left });
    const asked = await Promise.allSettled(Array.from({ length: 12 }, () => lockDirectory(directory)));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readdir(directory)).toEqual(["lock"]);
  }
});

test("whoever was killed while taking a dead lock over is in nobody's way", async () => {
  const directory = await emptyFolder();
  await writeFiles(directory, { lock: "4194305 1", "lock.claim": "4194306 1" });
  await lockDirectory(directory);
  expect(await readdir(directory)).toEqual(["lock"]);
});

test("who gives it back leaves nothing, and the next one gets it", async () => {
  const directory = await emptyFolder();
  const first = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow(`${directory} is in use by another local platform.`);
  await first.release();
  expect(await readdir(directory)).toEqual([]);
  await expect(lockDirectory(directory)).resolves.toBeDefined();
});
