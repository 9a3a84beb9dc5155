import { benchmarks } from "./benchmarks.ts";

/** Path in the repository. */
export const reportFile = ".github/BENCHMARKS.md";

const head = `# Benchmarks

What \`pnpm bench --write\` measured. Ratios compare figures of one run; the figures themselves belong to one machine.
`;

export interface Section {
  /** Title of a benchmark. */
  title: string;
  text: string;
}

/** A report with a section in place of the former one of its benchmark. Sections stand in the order of the benchmarks. */
export function withSection(report: string, added: Section): string {
  const kept = new Map(sectionsOf(report).map((section) => [section.title, section]));
  kept.set(added.title, added);
  const sections = benchmarks.flatMap(({ title }) => kept.get(title) ?? []);
  return [head, ...sections.map(({ title, text }) => `## ${title}\n\n${text.trim()}\n`)].join("\n");
}

function sectionsOf(report: string): Section[] {
  return report
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf("\n");
      return { title: section.slice(0, end).trim(), text: section.slice(end + 1) };
    });
}
