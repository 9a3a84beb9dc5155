import { hasVisibleCharacter } from "@sheaf/contract/names";
import { sampleNames } from "@sheaf/contract/names.fixtures";
import { expect, test } from "vitest";
import { adminRow } from "./testing/database.ts";

test.each(sampleNames)(
  "the database and the contract agree on the name %j, allowed: %s",
  async (name, allowed) => {
    const row = await adminRow(
      "select private.is_name(private.one_line($1)) as allowed, private.has_visible_character($1) as visible",
      [name],
    );
    expect(row).toEqual({ allowed, visible: hasVisibleCharacter(name) });
  },
);

test("the database and the contract agree on every character that can't be seen", async () => {
  const { hidden } = await adminRow<{ hidden: number[] }>(
    `select array_agg(n order by n) as hidden from generate_series(1, 1114111) as n
     where n not between 55296 and 57343 and not private.has_visible_character(chr(n))`,
  );
  const expected = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) =>
      code > 0 && (code < 0xd800 || code > 0xdfff) && !hasVisibleCharacter(String.fromCodePoint(code)),
  );
  expect(hidden).toEqual(expected);
});
