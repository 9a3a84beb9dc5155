import { expect, test } from "vitest";
import { productSchemas } from "../../product-files.ts";
import { readSchemas } from "./schema-files.ts";

const statements = await readSchemas(productSchemas);
const functions = statements.flatMap(({ text }) => {
  const [, name, head, body] =
    /create function [a-z]+\.(\w+)\(([\s\S]*?) as \$\$\n([\s\S]*)\n\$\$/.exec(text) ?? [];
  return name === undefined || head === undefined || body === undefined ? [] : [{ name, head, body }];
});

test("the functions of the schemas are found", () => {
  expect(functions.length).toBeGreaterThan(400);
});

test("the functions of triggers, and only they, are called tg_<table>__<task>", () => {
  const wrong = functions.filter(
    ({ name, head }) => /^tg(_[a-z_]*[a-z])?__[a-z]/.test(name) !== head.includes("returns trigger"),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test("variables begin with v_", () => {
  const wrong = functions.flatMap(({ name, body }) => {
    const declared = /^declare\n([\s\S]*?)\nbegin$/m.exec(body)?.[1] ?? "";
    return [...declared.matchAll(/^ {2}(\w+) /gm)]
      .flatMap(([, variable]) => variable ?? [])
      .filter((variable) => !variable.startsWith("v_"))
      .map((variable) => `${name}: ${variable}`);
  });
  expect(wrong).toEqual([]);
});

test("no file has more than 400 lines", () => {
  const lines = new Map<string, number>();
  for (const { file, text, line } of statements) lines.set(file, line + text.split("\n").length - 1);
  expect([...lines].filter(([, count]) => count > 400)).toEqual([]);
});

test("no function has more than 60 lines", () => {
  const long = functions.filter(({ body }) => body.split("\n").length > 60);
  expect(long.map(({ name }) => name)).toEqual([]);
});

test("no function builds SQL from strings", () => {
  const building = functions.filter(({ body }) => /\bexecute\b/.test(body));
  expect(building.map(({ name }) => name)).toEqual([]);
});

test("each kind of email has its facts", () => {
  const kinds = statements.find(({ text }) => text.includes("insert into private.email_kinds"))?.text ?? "";
  const names = [...kinds.matchAll(/\('(\w+)'/g)].flatMap(([, name]) => name ?? []);
  const chosen = functions.find(({ name }) => name === "email_facts")?.body ?? "";
  expect(names).toContain("invitation");
  expect(names.filter((name) => !chosen.includes(`when '${name}' then private.facts_${name}(`))).toEqual([]);
});
