import { describe, expect, test } from "vitest";
import type { Member } from "../../../data/members/member.models.ts";
import type { List } from "../../../steps/list-file/list.models.ts";
import { guessUses, samplesOf, withUse } from "../../../steps/list-file/columns.models.ts";
import { checkPeople, type Choices } from "./people.models.ts";

const listOf = (titles: string[], ...rows: string[][]): List => ({
  titles,
  rows: rows.map((cells, index) => ({ number: index + 2, cells })),
});

const clients = listOf(
  ["Client name", "E-Mail", "Deadline", "Client no."],
  ["Ana Duarte", "Ana@Duarte.example", "30.01.2026", "10447"],
  ["Joel Tamm", "joel@tamm.example", "06.02.2026", "10452"],
);

const member = (name: string, email: string): Member => ({
  userId: email,
  name,
  email,
  role: "member",
  hasSecondFactor: null,
});
const members = [
  member("Nora Okafor", "nora@okafor.example"),
  member("Idris Lind", "idris@okafor.example"),
  member("Sam Lind", "sam@okafor.example"),
  member("Sam Lind", "sam.lind@okafor.example"),
];

const check = (list: List, change: Partial<Choices> = {}) =>
  checkPeople(
    list,
    {
      uses: ["name", "email", "due", "none"],
      mended: new Map(),
      leftOut: new Set(),
      order: undefined,
      dueOn: "",
      title: "Tax return, {name}",
      message: "",
      ...change,
    },
    { members, today: "2026-01-01" },
  );

const problems = (list: List, change?: Partial<Choices>) =>
  check(list, change).rows.map((row) => Object.values(row.problems).join(", "));

describe("columns", () => {
  test("show their first values, each once", () => {
    expect(samplesOf(listOf(["A"], ["x"], [""], ["x"], ["y"], ["z"]), 0)).toEqual(["x", "y"]);
  });

  test.each([
    ["a list of clients", clients, ["name", "email", "due", "none"]],
    [
      "first and last name",
      listOf(["Last name", "First name", "Mail"], ["Duarte", "Ana", "a@b.example"]),
      ["name", "name", "email"],
    ],
    ["addresses alone", listOf(["Column A"], ["a@b.example"]), ["email"]],
    [
      "columns without titles",
      listOf(["Column A", "Column B", "Column C"], ["17", "a@b.example", "Ana Duarte"]),
      ["none", "email", "name"],
    ],
    [
      "dates that are no due date beside one that is",
      listOf(["Date of birth ", "Email", "Due"], ["1984-03-03", "a@b.example", "2026-03-03"]),
      ["due", "email", "none"],
    ],
    ["no address at all", listOf(["Name"], ["Ana"]), ["name"]],
    [
      "members, who are no recipients",
      listOf(["Partner", "Email"], ["idris@okafor.example", "a@b.example"], ["Nora Okafor", "c@d.example"]),
      ["assignee", "email"],
    ],
  ])("are guessed for %s", (_, list, uses) => {
    expect(guessUses(list, members)).toEqual(uses);
  });

  test("have one address and one due date, and names that are joined", () => {
    expect(withUse(["email", "none", "name"], 1, "email")).toEqual(["none", "email", "name"]);
    expect(withUse(["name", "none"], 1, "name")).toEqual(["name", "name"]);
    const list = listOf(["First", "Last", "Mail"], ["Ana", "Duarte", "a@b.example"]);
    expect(check(list, { uses: ["name", "name", "email"] }).people).toMatchObject([{ name: "Ana Duarte" }]);
  });
});

describe("people", () => {
  test("are those whose rows are right", () => {
    expect(check(clients).people).toEqual([
      { number: 2, name: "Ana Duarte", email: "ana@duarte.example", dueOn: "2026-01-30", assignee: null },
      { number: 3, name: "Joel Tamm", email: "joel@tamm.example", dueOn: "2026-02-06", assignee: null },
    ]);
  });

  test.each([
    ["no address", ["Ana", "", "30.01.2026"], "No email address"],
    ["what is no address", ["Ana", "ana", "30.01.2026"], "Not an email address"],
    ["an address of a member", ["Nora", "Nora@okafor.example", "30.01.2026"], "Belongs to a member"],
    ["no name where the title has it", ["", "a@b.example", "30.01.2026"], "No name"],
    ["a name that looks like an address", ["ana@b", "a@b.example", "30.01.2026"], "A name without “@”"],
    ["a name that is too long", ["n".repeat(81), "a@b.example", ""], "Longer than 80 characters"],
    ["a name that a formula couldn’t find", ["#N/A", "a@b.example", ""], "A formula error"],
    ["one in another language", ["Ana #NV", "a@b.example", ""], "A formula error"],
    ["one of a deleted cell", ["#REF!", "a@b.example", ""], "A formula error"],
    ["no error if a number follows the sign", ["Ana #12", "a@b.example", ""], ""],
    ["what is no date", ["Ana", "a@b.example", "soon"], "Not a date"],
    ["a day that has passed", ["Ana", "a@b.example", "31.12.2025"], "This day has passed"],
    ["two problems", ["", "", "soon"], "No name, No email address, Not a date"],
  ])("are told of %s", (_, cells, text) => {
    expect(problems(listOf(["N", "E", "D"], cells))).toEqual([text]);
  });

  test("have one address each; the second row is the one to fix, until the first is left out", () => {
    const list = listOf(["N", "E"], ["Ana", "a@b.example"], ["Joel", "A@b.example "]);
    expect(problems(list)).toEqual(["", "Same as row 2"]);
    expect(problems(list, { leftOut: new Set([2]) })).toEqual([""]);
  });

  test("are counted by the column to fix", () => {
    const list = listOf(["N", "E", "D"], ["", "a", "soon"], ["Ana", "", ""]);
    expect(check(list).toFix).toEqual({ name: 1, email: 2, due: 1, assignee: 0 });
  });

  test("are fixed in place", () => {
    const list = listOf(["N", "E"], ["Ana", ""]);
    const mended = new Map([[2, { email: "ana@b.example" }]]);
    expect(check(list, { mended }).people).toMatchObject([{ name: "Ana", email: "ana@b.example" }]);
  });

  test("need no name or date that nothing mentions, and get the date that is for everyone", () => {
    const list = listOf(["N", "E", "D"], ["", "a@b.example", ""], ["", "b@b.example", "2026-03-03"]);
    expect(check(list, { title: "Tax return" }).people.map(({ dueOn }) => dueOn)).toEqual([
      null,
      "2026-03-03",
    ]);
    expect(
      check(list, { title: "Tax return", dueOn: "2026-02-02" }).people.map(({ dueOn }) => dueOn),
    ).toEqual(["2026-02-02", "2026-03-03"]);
    expect(problems(list, { title: "Tax return by {due}" })).toEqual(["No due date", ""]);
  });

  test("are told if a name makes the title too long", () => {
    expect(
      problems(listOf(["N", "E"], ["n".repeat(80), "a@b.example"]), { title: "{name}, {name}" }),
    ).toEqual(["Too long for the title"]);
  });

  test("have dates in the chosen order, where the column doesn’t tell", () => {
    const list = listOf(["N", "E", "D"], ["Ana", "a@b.example", "3/4/2026"]);
    expect(check(list).asksOrder).toBe(true);
    expect(check(list, { order: "month-first" }).people).toMatchObject([{ dueOn: "2026-03-04" }]);
    expect(check(list, { order: "day-first" }).people).toMatchObject([{ dueOn: "2026-04-03" }]);
    expect(check(clients).asksOrder).toBe(false);
  });
});

describe("assignees", () => {
  const uses: Choices["uses"] = ["email", "assignee"];
  const listed = (...names: string[]) =>
    listOf(["Email", "Partner"], ...names.map((name, index) => [`p${index}@b.example`, name]));
  const choices: Partial<Choices> = { uses, title: "Tax return" };

  test("are members by address or by name; without one it is the sender", () => {
    const { people } = check(listed("IDRIS@okafor.example", " nora okafor ", ""), choices);
    expect(people.map(({ assignee }) => assignee?.name)).toEqual(["Idris Lind", "Nora Okafor", undefined]);
  });

  test("that match no member or several are a problem of the row and column", () => {
    const checked = check(listed("Maya", "Sam Lind", "sam@okafor.example"), choices);
    expect(checked.rows.map(({ problems }) => problems.assignee)).toEqual([
      "Not a member of this workspace",
      "Several members have this name; use an address",
      undefined,
    ]);
    expect(checked.toFix).toMatchObject({ assignee: 2, email: 0 });
    const mended = check(listed("Maya"), { ...choices, mended: new Map([[2, { assignee: "Idris Lind" }]]) });
    expect(mended.people[0]?.assignee?.name).toBe("Idris Lind");
  });

  test("aren't guessed in a workspace with one member", () => {
    const list = listOf(["Email", "Partner"], ["a@b.example", "Nora Okafor"]);
    expect(guessUses(list, members.slice(0, 1))).toEqual(["email", "name"]);
  });
});
