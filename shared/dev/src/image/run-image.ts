import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { workdir } from "./lay-out.ts";
import type { ImageRecipe } from "./read-dockerfile.ts";

export interface ImageRun {
  /** From the start of the process to its first answer, in milliseconds. */
  readyMs: number;
  /** Memory in use after some requests, in bytes; unknown outside Linux. */
  memory: number | undefined;
  /** What it answered that it must not have, or how it ended other than well; empty when all is as it should be. */
  problems: string[];
}

/** Runs the image's own command in the folder that stands for the image, in production, and stops it. */
export async function runImage({ command, environment }: ImageRecipe, root: string): Promise<ImageRun> {
  const here = (text: string) => text.replaceAll(workdir, root);
  const port = await freePort();
  const [, ...args] = command;
  const startedAt = performance.now();
  const child = spawn(process.execPath, args.map(here), {
    cwd: root,
    env: {
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)])),
      PORT: String(port),
      SITE_URL: `http://localhost:${port}`,
      SUPABASE_URL: "http://localhost:9",
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_of_nobody",
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const ended = once(child, "exit").then(([code]: unknown[]) => code);
  while (!output.includes("is listening")) {
    await Promise.race([once(child.stdout, "data"), ended.then(() => Promise.reject(new Error(output)))]);
  }

  const problems: string[] = [];
  const ask = async (path: string, expected: string): Promise<string> => {
    const answer = await fetch(`http://localhost:${port}${path}`, {
      headers: { accept: "text/html, */*", "accept-encoding": "br" },
    });
    const told = `${answer.status} ${answer.headers.get("content-encoding")} ${answer.headers.get("cache-control")}`;
    if (told !== expected) problems.push(`${path} answered ${told}`);
    return await answer.text();
  };
  await ask("/healthz", "200 null private, no-cache, no-store, must-revalidate, max-age=0");
  const readyMs = performance.now() - startedAt;
  const page = await ask("/sign-in", "200 br no-store");
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? "/no-script-in-the-page";
  await ask(script, "200 br public, max-age=31536000, immutable");
  await ask(`${script}.map`, "404 null null");
  await ask("/assets/gone.js", "404 null null");
  const memory = await memoryOf(child.pid);
  child.kill("SIGTERM");
  const code = await ended;
  if (code !== 0) problems.push(`it ended with ${String(code)}:\n${output}`);
  return { readyMs, memory, problems };
}

async function memoryOf(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
