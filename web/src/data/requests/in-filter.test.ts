import { expect, test } from "vitest";
import { inFilter } from "./in-filter.ts";
import { type RequestFilter, requestFilters } from "./request-list.models.ts";

/** Query that records the filters applied to it. */
class Recorder {
  readonly readConditions: string[] = [];
  eq = (column: string, value: string) => this.note(`${column} = ${value}`);
  in = (column: string, values: readonly string[]) => this.note(`${column} in ${values.join("|")}`);
  gt = (column: string, value: number) => this.note(`${column} > ${value}`);
  lt = (column: string, value: string) => this.note(`${column} < ${value}`);
  or = (filters: string) => this.note(`either ${filters}`);

  private note(line: string): this {
    this.readConditions.push(line);
    return this;
  }
}

const readConditions = (filter: RequestFilter) =>
  inFilter(new Recorder(), { workspaceId: "w1", filter, today: "2026-11-21" }).readConditions;

test.each([
  ["open", ["status = open"]],
  ["review", ["status = open", "items_submitted > 0"]],
  [
    "overdue",
    ["status = open", "due_on < 2026-11-21", "either required_missing.gt.0,required_returned.gt.0"],
  ],
  ["drafts", ["status = draft"]],
  ["done", ["status in done|cancelled"]],
] as const)("the filter %s applies its conditions", (filter, conditions) => {
  expect(readConditions(filter).slice(1)).toEqual(conditions);
});

test("every filter is limited to the workspace", () => {
  for (const filter of requestFilters) expect(readConditions(filter)[0]).toBe("workspace_id = w1");
});
