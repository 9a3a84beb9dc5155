import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { committedTapes, listTapes, openLibrary, readCatalog, tapesFolder } from "./library.ts";
import { findSecrets } from "./tape/secrets.ts";
import { formatTape } from "./tape/tape.ts";

const names = await committedTapes.names();
const readme = await readFile(join(import.meta.dirname, "..", "..", "..", "README.md"), "utf8");

/** In git, each change of a row's columns touches many tapes at once. */
const maxLines = 30_000;

test.each(names)("%s contains no secrets and is formatted as the recorder would format it", async (name) => {
  const text = await readFile(join(tapesFolder, `${name}.json`), "utf8");
  expect(findSecrets(text)).toEqual([]);
  const tape = await committedTapes.readTape(name);
  expect(tape.name).toBe(name);
  expect(formatTape(tape)).toBe(text);
});

test("the stored files are exactly those that the tapes refer to", async () => {
  const tapes = await Promise.all(names.map(committedTapes.readTape));
  const named = tapes
    .flatMap(({ interactions }) => interactions)
    .flatMap(({ response: { body } }) => (body && "blob" in body ? [body.blob] : []));
  const files = await readdir(join(tapesFolder, "blobs"));
  const storedHashes = files.map((file) => file.replace(/\.bin$/, ""));
  expect(storedHashes.toSorted()).toEqual([...new Set(named)].toSorted());
  const hashes = await Promise.all(
    storedHashes.map(async (sha256) =>
      createHash("sha256")
        .update(await committedTapes.readBlob(sha256))
        .digest("hex"),
    ),
  );
  expect(hashes).toEqual(storedHashes);
});

test("the tapes in git stay within their number of lines", async () => {
  const files = await readdir(tapesFolder, { recursive: true });
  const texts = await Promise.all(
    files.filter((file) => file.endsWith(".json")).map((file) => readFile(join(tapesFolder, file), "utf8")),
  );
  const lines = texts.reduce((total, text) => total + text.split("\n").length - 1, 0);
  expect(lines).toBeLessThanOrEqual(maxLines);
});

test("the README gives a reason for each tape in git", () => {
  const [, table = ""] = /\| tape +\| kept for[^\n]*\n((?:\|[^\n]*\n)+)/.exec(readme) ?? [];
  const listed = [...table.matchAll(/^\| `([a-z0-9-]+)` +\| \S/gm)].map(([, name = ""]) => name);
  expect(listed.toSorted()).toEqual(names);
});

test("the list of tapes has each that can be recorded once, and says which are", async () => {
  const listed = await listTapes(committedTapes);
  const catalog = await readCatalog();
  expect(listed.map(({ name }) => name)).toEqual(catalog.map(({ name }) => name).toSorted());
  expect(listed.filter(({ isRecorded }) => isRecorded).map(({ name }) => name)).toEqual(names);
});

test("a tape in git wins over a recorded one with its name, and other tapes are read from their own folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-library-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const tape = await committedTapes.readTape("landing");
  for (const name of ["landing", "extra"]) {
    await writeFile(join(folder, `${name}.json`), formatTape({ ...tape, name, description: "Recorded." }));
  }
  const library = openLibrary([tapesFolder, folder, join(folder, "not-yet-there")]);
  expect(await library.names()).toEqual([...names, "extra"].toSorted());
  expect(await library.readTape("landing")).toEqual(tape);
  expect((await library.readTape("extra")).description).toBe("Recorded.");
  await expect(library.readTape("gone")).rejects.toThrow("There is no gone.json");
});
