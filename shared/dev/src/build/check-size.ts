import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { weighPage } from "./page-weight.ts";
import { repository } from "../repository.ts";

/** kB (1,000 bytes) of gzipped JavaScript that the sign-in pages may load before any interaction. */
const budget = 92;
const pages = ["sign-in.html", "sign-up.html"];

const dist = process.argv[2] ?? join(repository, "web", "dist");

if (!existsSync(join(dist, "index.html"))) {
  console.error(`Nothing to measure in ${dist}: run pnpm build first.`);
  process.exitCode = 1;
} else {
  for (const page of pages) await check(page);
}

async function check(page: string): Promise<void> {
  const { total, packages } = await weighPage({ dist, page });
  const over = total > budget * 1000;
  console.log(`${page}: ${kB(total)} of ${budget} kB of gzipped JavaScript${over ? ", OVER BUDGET" : ""}`);
  for (const [name, bytes] of packages) console.log(`  ${kB(bytes).padStart(6)} kB  ${name}`);
  if (over) process.exitCode = 1;
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
