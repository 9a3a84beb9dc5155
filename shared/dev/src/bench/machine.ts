import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { availableParallelism, cpus, totalmem } from "node:os";
import process from "node:process";
import { promisify } from "node:util";
import { Client } from "pg";
import { reportFile } from "./report-file.ts";

/** The report names these because figures depend on them: processor, memory, system and versions, a line each. */
export async function describeMachine(): Promise<string[]> {
  const git = async (...args: string[]) => (await promisify(execFile)("git", args)).stdout.trim();
  const changes = await git("status", "--porcelain", "--", ":/", `:(exclude,top)${reportFile}`);
  return [
    `${new Date().toISOString().slice(0, 10)}, commit ${await git("rev-parse", "--short", "HEAD")}${changes === "" ? "" : " with uncommitted changes"}`,
    `${availableParallelism()} cores of ${cpus()[0]?.model.trim() || "an unnamed processor"}, ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    await systemName(),
    `Node.js ${process.versions.node}, PostgreSQL ${await databaseVersion()}`,
  ];
}

async function systemName(): Promise<string> {
  const release = await readFile("/etc/os-release", "utf8").catch(() => "");
  return /^PRETTY_NAME="(.*)"$/m.exec(release)?.[1] ?? process.platform;
}

async function databaseVersion(): Promise<string> {
  const connectionString = process.env["DATABASE_URL"];
  if (!connectionString) return "not named";
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    return rows[0]?.server_version ?? "unknown";
  } finally {
    await client.end();
  }
}
