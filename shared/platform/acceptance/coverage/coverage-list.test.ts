import { expect, test } from "vitest";
import { type Endpoint, endpoints } from "../../src/testing/endpoints.ts";
import { type CoveringSpec, coverageList, coverageProblems, type LeftOut } from "./coverage-list.ts";

const health = "GET /auth/v1/health";
const otp = "POST /auth/v1/otp";

const asking = (title: string, covers: Endpoint[], answers: [Endpoint, string][]): CoveringSpec => ({
  where: `a.accept.ts > ${title}`,
  title,
  covers,
  answers: answers.map(([endpoint, answer]) => ({ endpoint, answer })),
});

/** Gives every other endpoint a reason. */
const leftOutBut = (...covered: Endpoint[]): LeftOut => ({
  endpoints: Object.fromEntries(
    endpoints.filter((one) => !covered.includes(one)).map((one) => [one, "because"]),
  ),
  beyond: [{ what: "S3", why: "Nobody uses it." }],
  differences: [{ what: "A page of zero rows", why: "500; here 400." }],
});

test("an endpoint is listed with the number of its specs and their distinct responses", () => {
  const spec = asking(
    "it lives",
    [health],
    [
      [otp, "200"],
      [health, "503"],
      [health, "200"],
      [health, "503"],
    ],
  );
  expect(coverageProblems([spec], leftOutBut(health))).toEqual([]);
  const list = coverageList([spec], leftOutBut(health));
  expect(list).toContain(`- \`${health}\` (1): 200, 503\n`);
  expect(list).not.toContain(`- \`${otp}\` (`);
  expect(list).toContain(`- \`${otp}\`: because`);
  expect(list).toContain("- S3: Nobody uses it.");
  expect(list).toContain("## Known differences");
  expect(list).toContain("- A page of zero rows: 500; here 400.");
});

test("specs that other platforms skip are counted by what they need", () => {
  const spec = asking("codes grow old (needs a movable clock)", [otp], [[otp, "403"]]);
  expect(coverageList([spec], leftOutBut(otp))).toContain("\nSkipped without a movable clock: 1.\n");
});

test.each([
  [
    "a spec without declared endpoints",
    asking("a", [], [[otp, "200"]]),
    leftOutBut(),
    "declares no endpoints",
  ],
  [
    "a spec that requests other endpoints",
    asking("a", [health], [[otp, "200"]]),
    leftOutBut(),
    "requests none",
  ],
  [
    "an endpoint without specs",
    asking("a", [health], [[health, "200"]]),
    leftOutBut(health, otp),
    "no spec covers",
  ],
  ["a reason for a covered endpoint", asking("a", [otp], [[otp, "200"]]), leftOutBut(), "must not list it"],
])("%s is reported", (_, spec, leftOut, problem) => {
  expect(coverageProblems([spec], leftOut)).toEqual([expect.stringContaining(problem)]);
});
