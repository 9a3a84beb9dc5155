import { type Endpoint, endpoints } from "../../src/testing/endpoints.ts";
import type { EndpointAnswer } from "./record-answers.ts";

/** One spec that ran. */
export interface CoveringSpec {
  /** `file > describe > title`, for messages. */
  where: string;
  /** As the list has it: `describe > title`. */
  title: string;
  covers: readonly Endpoint[];
  answers: readonly EndpointAnswer[];
}

export interface LeftOut {
  endpoints: Partial<Record<Endpoint, string>>;
  beyond: readonly { what: string; why: string }[];
}

/** What keeps the list from being true, a sentence each. */
export function coverageProblems(specs: readonly CoveringSpec[], leftOut: LeftOut): string[] {
  const covered = new Set(specs.flatMap(askedOf));
  const reasons = new Map(Object.entries(leftOut.endpoints));
  return [
    ...specs
      .filter((spec) => askedOf(spec).length === 0)
      .map(({ where, covers }) =>
        covers.length === 0
          ? `${where}: its file says no endpoint; add covers(…).`
          : `${where}: asks none of the endpoints that it is about.`,
      ),
    ...endpoints
      .filter((endpoint) => !covered.has(endpoint) && !reasons.has(endpoint))
      .map((endpoint) => `${endpoint}: no spec is about it, and left-out.ts has no reason.`),
    ...endpoints
      .filter((endpoint) => covered.has(endpoint) && reasons.has(endpoint))
      .map((endpoint) => `${endpoint}: is covered, so it is not left out.`),
  ];
}

/** The list as it is kept: Markdown, the same for the same specs. */
export function coverageList(specs: readonly CoveringSpec[], leftOut: LeftOut): string {
  const covered = endpoints.filter((endpoint) => specs.some((spec) => askedOf(spec).includes(endpoint)));
  const leftOutLines = endpoints.flatMap((endpoint) => {
    const why = leftOut.endpoints[endpoint];
    return why === undefined ? [] : [`- \`${endpoint}\`: ${why}`];
  });
  return [
    "# What the acceptance specs cover",
    "",
    "Written by `pnpm accept --update`; never edited by hand. Under each endpoint stand the specs that are about it and",
    "what it answered in them: the status, and of a refusal its code.",
    "",
    `${specs.length} specs, ${covered.length} of ${endpoints.length} endpoints.`,
    ...covered.flatMap((endpoint) => ["", `## ${endpoint}`, ""].concat(behaviours(endpoint, specs))),
    "",
    "## Left out",
    "",
    ...leftOutLines,
    ...leftOut.beyond.map(({ what, why }) => `- ${what}: ${why}`),
    ...elsewhere(specs),
    "",
  ].join("\n");
}

function askedOf({ covers, answers }: CoveringSpec): Endpoint[] {
  return covers.filter((endpoint) => answers.some((answer) => answer.endpoint === endpoint));
}

function behaviours(endpoint: Endpoint, specs: readonly CoveringSpec[]): string[] {
  return specs
    .filter((spec) => askedOf(spec).includes(endpoint))
    .map(({ title, answers }) => {
      const given = answers.filter((one) => one.endpoint === endpoint).map(({ answer }) => answer);
      return `- ${escaped(title)} → ${[...new Set(given)].toSorted().join(", ")}`;
    });
}

/** Specs that another platform may skip, by what they need: their titles end in `(needs …)`. */
function elsewhere(specs: readonly CoveringSpec[]): string[] {
  const lines: string[] = [];
  for (const [need, needing] of Map.groupBy(specs, ({ title }) => /\(needs ([^)]+)\)$/.exec(title)?.[1])) {
    if (need === undefined) continue;
    lines.push("", `## Skipped where there is not: ${need}`, "");
    for (const { title } of needing) lines.push(`- ${escaped(title.replace(` (needs ${need})`, ""))}`);
  }
  return lines;
}

/** A title stands in a line of Markdown as it is. */
function escaped(title: string): string {
  return title.replaceAll(/[\\`*_<>[\]]/g, String.raw`\$&`);
}
