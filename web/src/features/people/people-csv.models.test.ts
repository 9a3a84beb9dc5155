import { expect, test } from "vitest";
import type { ExportedPerson } from "../../data/people/export-people.ts";
import { localCsv } from "../../lib/csv.ts";
import { toPeopleCsv } from "./people-csv.models.ts";

const ana: ExportedPerson = {
  name: "=cmd()",
  email: "ana@duarte.example",
  client: "Duarte family",
  phone: "+351 912 345 678",
  other_emails: ["a@b.example", "c@d.example"],
  tags: ["Mortgage", "Private client"],
  note: 'Says "soon".\n+351',
  asked_at: "2026-11-01T10:00:00Z",
  open_requests: 2,
  items_left: 3,
  due_on: "2026-11-28",
  promised_on: null,
  last_seen_at: null,
  answered_at: "2026-11-20T10:00:00Z",
  unreachable_at: null,
  muted_at: "2026-11-02T10:00:00Z",
  position: "",
};

test("people are exported as lines, and no cell is a formula", () => {
  const format = localCsv({ locale: "de-DE", zone: "Europe/Berlin" });
  const [head, line, ...rest] = toPeopleCsv([ana], format).split("\r\n");
  expect(head?.startsWith('\uFEFF"Name";"Email"')).toBe(true);
  expect(head).toContain('"Last seen (Europe/Berlin)"');
  expect(line).toBe(
    `"'=cmd()";"ana@duarte.example";"Duarte family";"'+351 912 345 678";"a@b.example c@d.example";"Mortgage, Private client";"01.11.2026 11:00";"";"20.11.2026 11:00";"2";"3";"2026-11-28";"";"not wanted";"Says ""soon"".\n+351"`,
  );
  expect(rest).toEqual([""]);
});

test("notes and names that look like numbers stay as they were written", () => {
  const [, line] = toPeopleCsv(
    [{ ...ana, name: "0042", note: "1-2", phone: "02079460018" }],
    localCsv({ locale: "en-GB" }),
  ).split("\r\n");
  expect(line).toMatch(/^"'0042","ana@duarte.example","Duarte family","'02079460018",.*,"'1-2"$/u);
});
