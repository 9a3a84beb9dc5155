import { beforeAll, describe, expect, test } from "vitest";
import { functions } from "./matrix.ts";
import { askedCells } from "./testing/asked-cells.ts";
import { callOf } from "./testing/calls.ts";
import { type Cast, makeCast, withOwn } from "./testing/cast.ts";
import { undone } from "./testing/database.ts";
import { proveAll } from "./testing/prove.ts";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
  // Some people are another session of the owner, who comes first.
  const accounts = new Map([...cast.people.values()].toReversed().map((person) => [person.userId, person]));
  accounts.delete(cast.person("anon").userId);
  for (const person of accounts.values()) await proveAll(person);
});

/** Calls the function, rolls it back, and returns the outcome in the terms of the matrix. */
async function outcome(who: string, name: string): Promise<string> {
  const person = cast.person(who);
  try {
    const { rowCount } = await undone(
      (work) => person.sql(work),
      (query) => query(callOf(withOwn(cast, who), name)),
    );
    return rowCount > 0 ? "ok" : "empty";
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const words: Readonly<Record<string, string>> = {
      "PT404 not_found": "missing",
      "PT403 workspace.role": "role",
      "PT409 request.open": "open",
      "PT409 deletion.not_asked": "unasked",
      "PT409 person.asked": "asked",
      "PT409 invitation.other_address": "other",
      "PT401 session.required": "session",
      "PT422 insufficient_aal": "factor",
      "PT422 mfa_factor_not_found": "no-factor",
      [`42501 permission denied for function ${name}`]: "refused",
    };
    return words[`${code} ${message}`] ?? message;
  }
}

describe.each(functions)("$name", ({ name, cells }) => {
  test.each(askedCells(cells))("for %s: %s", async (who, expected) => {
    expect(await outcome(who, name)).toBe(expected);
  });
});
