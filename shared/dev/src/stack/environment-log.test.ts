import { expect, test } from "vitest";
import { createEnvironmentLog } from "./environment-log.ts";

test("a part gets compose's environment; differences are printed with both values and without secrets", () => {
  const lines: string[] = [];
  const environmentLog = createEnvironmentLog((line) => lines.push(line), ["hidden"]);
  const env = environmentLog.record(
    "rest",
    { URI: "postgres://a:hidden@database/postgres", SECRET: "hidden", PORT: "1" },
    { URI: "postgres://a:hidden@127.0.0.1/run", PORT: "1", HOST: "127.0.0.1" },
  );
  expect(env).toEqual({
    URI: "postgres://a:hidden@127.0.0.1/run",
    SECRET: "hidden",
    PORT: "1",
    HOST: "127.0.0.1",
  });
  expect(lines).toEqual([
    "rest: 3 values of compose, 2 of this machine",
    "    URI=postgres://a:***@127.0.0.1/run (in place of postgres://a:***@database/postgres)",
    "    HOST=127.0.0.1 (added)",
  ]);
});
