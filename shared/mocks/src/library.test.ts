import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBlob, readTape, tapeNames, tapesFolder } from "./library.ts";
import { findSecrets } from "./tape/secrets.ts";
import { formatTape } from "./tape/tape.ts";

const names = await tapeNames();

test.each(names)("%s contains no secrets and is formatted as the recorder would format it", async (name) => {
  const text = await readFile(join(tapesFolder, `${name}.json`), "utf8");
  expect(findSecrets(text)).toEqual([]);
  const tape = await readTape(name);
  expect(tape.name).toBe(name);
  expect(formatTape(tape)).toBe(text);
});

test("the stored files are exactly those that the tapes refer to", async () => {
  const tapes = await Promise.all(names.map(readTape));
  const named = tapes
    .flatMap(({ interactions }) => interactions)
    .flatMap(({ response: { body } }) => (body && "blob" in body ? [body.blob] : []));
  const files = await readdir(join(tapesFolder, "blobs"));
  const storedHashes = files.map((file) => file.replace(/\.bin$/, ""));
  expect(storedHashes.toSorted()).toEqual([...new Set(named)].toSorted());
  const hashes = await Promise.all(
    storedHashes.map(async (sha256) =>
      createHash("sha256")
        .update(await readBlob(sha256))
        .digest("hex"),
    ),
  );
  expect(hashes).toEqual(storedHashes);
});
