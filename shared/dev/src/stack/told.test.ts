import { expect, test } from "vitest";
import { createLedger } from "./told.ts";

test("what a part is told is compose's, but for what is named with both values, and never with a secret", () => {
  const lines: string[] = [];
  const ledger = createLedger((line) => lines.push(line), ["hidden"]);
  const env = ledger.tell(
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
