import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const bench = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, "run-bench.ts"), ...args], {
    env: { ...process.env, DATABASE_URL: "" },
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr.trim() }),
  );

test("the help names every benchmark", async () => {
  const { code, text } = await bench("--help");
  expect(code).toBe(0);
  expect(text).toContain("callback, lists");
});

test.each([
  [["callbacks"], "There is no benchmark callbacks. --help lists them."],
  [["--write", "--quick"], "--write is for whole benchmarks, not for --quick."],
  [["--write"], "--write needs every benchmark's result: set DATABASE_URL."],
  [["--write", "lists"], "--write needs every benchmark's result: set DATABASE_URL."],
])("refuses %j", async (args, message) => {
  expect(await bench(...args)).toEqual({ code: 1, text: message });
});

test("leaves out what needs a server that isn't named", async () => {
  expect(await bench("lists", "--quick")).toEqual({
    code: 0,
    text: "Lists: left out, DATABASE_URL is not set.\n\n",
  });
});
