import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { freePort } from "@sheaf/platform/free-port";
import { memoryOf } from "../process/process-memory.ts";
import { inFolder } from "./image-folder.ts";
import type { ImageRecipe } from "./read-dockerfile.ts";

export interface ImageRun {
  /** Time from process start to the first response, in milliseconds. */
  readyMs: number;
  /** Memory in use after some requests, in bytes; unknown outside Linux. */
  memory: number | undefined;
  /** Wrong responses or a bad exit; empty when everything is fine. */
  problems: string[];
}

/** Runs and stops the image's command in production mode in the folder that stands for the image. */
export async function runImage({ command, environment }: ImageRecipe, root: string): Promise<ImageRun> {
  const { args, env } = inFolder({ command, environment }, root);
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...env,
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
    const response = await fetch(`http://localhost:${port}${path}`, {
      headers: { accept: "text/html, */*", "accept-encoding": "br" },
    });
    const actual = `${response.status} ${response.headers.get("content-encoding")} ${response.headers.get("cache-control")}`;
    if (actual !== expected) problems.push(`${path} answered ${actual}`);
    return await response.text();
  };
  await ask("/healthz", "200 null private, no-cache, no-store, must-revalidate, max-age=0");
  const readyMs = performance.now() - startedAt;
  const page = await ask("/sign-in", "200 br no-store");
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? "/no-script-in-the-page";
  await ask(script, "200 br public, max-age=31536000, immutable");
  await ask(`${script}.map`, "404 null null");
  await ask("/assets/gone.js", "404 null null");
  const memory = (await memoryOf(child.pid))?.now;
  child.kill("SIGTERM");
  const code = await ended;
  if (code !== 0) problems.push(`it ended with ${String(code)}:\n${output}`);
  return { readyMs, memory, problems };
}
