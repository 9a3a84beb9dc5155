import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { weighPage } from "./page-weight.ts";
import { repository } from "../repository.ts";

interface Budget {
  /** Name of the document. */
  page: string;
  /** kB (1,000 bytes) of gzipped JavaScript until the page is usable. */
  kB: number;
  files: number;
}

const budgets: readonly Budget[] = [
  { page: "sign-in.html", kB: 84, files: 5 },
  { page: "sign-up.html", kB: 84, files: 5 },
  { page: "landing.html", kB: 87.5, files: 6 },
  { page: "link.html", kB: 107, files: 6 },
  { page: "requests.html", kB: 125, files: 9 },
];

const dist = process.argv[2] ?? join(repository, "web", "dist");

if (!existsSync(join(dist, "index.html"))) {
  console.error(`Nothing to measure in ${dist}: run pnpm build first.`);
  process.exitCode = 1;
} else {
  for (const budget of budgets) await check(budget);
}

async function check({ page, ...budget }: Budget): Promise<void> {
  const { files, total, packages, late } = await weighPage({ dist, page });
  const over = total > budget.kB * 1000 || files > budget.files;
  console.log(
    `${page}: ${kB(total)} of ${budget.kB} kB of gzipped JavaScript in ${files} of ${budget.files} files` +
      (over ? ", OVER BUDGET" : ""),
  );
  for (const [name, bytes] of packages) console.log(`  ${kB(bytes).padStart(6)} kB  ${name}`);
  if (late.length > 0) console.error(`${page} doesn't name these files that it needs: ${late.join(", ")}`);
  if (over || late.length > 0) process.exitCode = 1;
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
