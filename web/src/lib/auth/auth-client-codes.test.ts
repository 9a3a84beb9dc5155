import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { isErrorCode } from "@sheaf/contract/errors/describe-error";
import { expect, test } from "vitest";

test("every error code of the installed auth client has a text", () => {
  const codes = authClientCodes();
  expect(codes.length).toBeGreaterThan(80);
  expect(codes.filter((code) => !isErrorCode(code))).toEqual([]);
});

/** Read from the package's declarations, because the list exists only as a type. */
function authClientCodes(): string[] {
  const own = createRequire(import.meta.url);
  const client = createRequire(own.resolve("@supabase/supabase-js")).resolve("@supabase/auth-js");
  const declared = readFileSync(new URL("lib/error-codes.d.ts", pathToFileURL(client)), "utf8");
  const union = /type ErrorCode = ([^;]+);/.exec(declared)?.[1] ?? "";
  return [...union.matchAll(/['"](\w+)['"]/g)].map(([, code = ""]) => code);
}
