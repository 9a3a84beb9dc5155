import { expect, test } from "vitest";
import type { RequestEvent } from "../../data/events/event.models.ts";
import { localCsv, stableCsv } from "../../lib/csv.ts";
import { toHistoryCsv } from "./history-csv.models.ts";

const event = (seq: number, over: Partial<RequestEvent> = {}): RequestEvent => ({
  seq,
  kind: "file_added",
  actorId: "u1",
  actorName: "Anna Lind",
  actorEmail: "anna@lind.example",
  itemTitle: "Payslips",
  name: "march.pdf",
  on: null,
  answerKind: null,
  itemId: null,
  fileId: null,
  files: 0,
  at: "2026-11-20T10:00:00Z",
  ...over,
});
test("the file has every event, the oldest first, and no cell that a spreadsheet would evaluate", () => {
  const events = [event(2, { name: '=HYPERLINK("x")' }), event(1, { kind: "sent", itemTitle: "" })];
  const [head, first, second, rest] = toHistoryCsv(events, stableCsv).split("\r\n");
  expect(head).toBe('"Event","Time","Person","Address","What happened","Item","Name"');
  expect(first).toMatch(
    /^"1","2026-11-20T10:00:00\.000Z","Anna Lind","anna@lind\.example","sent the request",""/,
  );
  expect(second).toContain(`"'=HYPERLINK(""x"")"`);
  expect(rest).toBe("");
});

test("in German its columns are separated by semicolons, and its times local", () => {
  const format = localCsv({ locale: "de-DE", zone: "Europe/Berlin" });
  const [head, first] = toHistoryCsv([event(1)], format).split("\r\n");
  expect(head).toMatch(/^\uFEFF"Event";"Time \(Europe\/Berlin\)";"Person"/);
  expect(first).toMatch(/^"1";"20\.11\.2026 11:00";"Anna Lind"/);
});

test("for a spreadsheet, titles and names that look like numbers stay as they were written", () => {
  const events = [event(1, { itemTitle: "1-2", name: "0042" })];
  const [, line] = toHistoryCsv(events, localCsv({ locale: "en-GB" })).split("\r\n");
  expect(line?.endsWith(`,"'1-2","'0042"`)).toBe(true);
});
