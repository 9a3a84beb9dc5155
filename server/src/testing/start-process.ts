import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { compileCache, entries } from "./entries.ts";
import { send, type TestResponse, type Send } from "./send.ts";

export interface SidecarProcess {
  siteUrl: string;
  port: number;
  send(request: Omit<Send, "origin">): Promise<TestResponse>;
  /** Everything written so far to stdout and stderr. */
  output(): string;
  /** Bytes in use after a garbage collection. */
  heap(): Promise<number>;
  /** Processor time used, in microseconds. */
  cpu(): Promise<number>;
  /** Peak memory so far, in bytes. */
  peak(): Promise<number>;
  makeTrouble(kind: "rejection" | "exception"): void;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code; -1 if a signal killed the process. */
  ended: Promise<number>;
  running(): boolean;
  stop(): Promise<void>;
}

/**
 * The sidecar in a separate process, behind one trusted proxy.
 * @throws Error with everything it printed, if it exits.
 */
export async function startProcess(
  platformUrl: string,
  settings: Record<string, string> = {},
  { entry = "product" }: { entry?: "product" | "mocks" } = {},
): Promise<SidecarProcess> {
  const port = await freePort();
  const siteUrl = `http://localhost:${port}`;
  const child = fork(entries[entry], {
    execArgv: ["--expose-gc", "--import", entries.probe],
    env: {
      SITE_URL: siteUrl,
      PORT: String(port),
      SUPABASE_URL: platformUrl,
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_test",
      TRUST_PROXY: "1",
      SITE_ROOT: "/nowhere",
      ...compileCache,
      ...settings,
    },
    silent: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  const ended = once(child, "exit").then(([code]: unknown[]) => (typeof code === "number" ? code : -1));
  while (!/"Sheaf[\w ]* is listening"/.test(output)) {
    if (!child.stdout) throw new Error("the process has no output");
    await Promise.race([once(child.stdout, "data"), ended.then(() => Promise.reject(new Error(output)))]);
  }

  const ask = async (wanted: "heap" | "cpu" | "peak"): Promise<number> => {
    const reply = once(child, "message");
    child.send(wanted);
    const [number]: unknown[] = await reply;
    return Number(number);
  };

  return {
    siteUrl,
    port,
    send: (request) => send({ origin: siteUrl, ...request }),
    output: () => output,
    heap: () => ask("heap"),
    cpu: () => ask("cpu"),
    peak: () => ask("peak"),
    makeTrouble: (kind) => void child.send(kind),
    signal: (name) => void child.kill(name),
    ended,
    running: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** A free local port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
