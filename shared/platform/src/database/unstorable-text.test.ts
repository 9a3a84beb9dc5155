import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testEngines } from "../testing/engines.ts";
import type { Database } from "./database.ts";
import { isUnstorableText } from "./unstorable-text.ts";

describe.each(testEngines(process.env))("$name", (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await engine.open();
  });
  afterAll(() => database.stop());

  const refusalOf = (statement: string, value: string) =>
    database.as("postgres", {}, (query) => query(statement, [value])).catch((error: unknown) => error);

  test.each([
    ["a zero byte", "select $1::text", "a\u0000b"],
    ["a zero byte in JSON", "select $1::jsonb", String.raw`"a\u0000b"`],
    ["half a surrogate pair in JSON", "select $1::jsonb", String.raw`"\ud800"`],
  ])("%s is recognised as unstorable text", async (_, statement, value) => {
    expect(isUnstorableText(await refusalOf(statement, value))).toBe(true);
  });

  test("a value of the wrong type is not", async () => {
    expect(isUnstorableText(await refusalOf("select $1::uuid", "no id"))).toBe(false);
  });
});
