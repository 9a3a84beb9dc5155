import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { criteria } from "./conformance.models.ts";
import { openAcr } from "./open-acr.models.ts";

test("the report for programs survives YAML, with its numbers as text", () => {
  const report = openAcr({ version: "0.1.0" });
  expect(parse(stringify(report))).toEqual(report);
});

test("the report for programs has the rows of the tables, with what shows them", () => {
  const { chapters, evaluation_methods_used: methods } = openAcr({ version: "0.1.0" });
  expect(methods).toContain("- keyboardSignUp: signing up from the landing page");
  const rows = Object.values(chapters).flatMap(({ criteria = [] }) => criteria);
  expect(rows.length).toBeGreaterThan(criteria.length);
  expect(rows.find(({ num }) => num === "2.4.7")).toEqual({
    num: "2.4.7",
    components: [
      {
        name: "web",
        adherence: {
          level: "supports",
          notes: "Tests: keyboardSignUp, keyboardReset, keyboardRecipient, keyboardWorkspace.",
        },
      },
    ],
  });
  expect(rows.find(({ num }) => num === "3.2.3")?.components).toEqual([
    { name: "web", adherence: { level: "not-evaluated" } },
  ]);
});
