import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { freePorts } from "@sheaf/platform/free-port";
import { scaled } from "@sheaf/testing/scaled";
import { afterEach, expect, test } from "vitest";
import { treeOf } from "../process/process-tree.ts";
import { repository } from "../repository.ts";

let started: ChildProcess | undefined;

afterEach(() => {
  started?.kill("SIGKILL");
});

const pnpm = (flags: string) => ["pnpm", "run", "dev:mocks", ...flags.split(" ")];
/** Npx is another name of `npm exec`; this form needs no package. */
const npx = (flags: string) => ["npm", "exec", "--call", `pnpm run dev:mocks ${flags}`];

test.each([
  { outermost: "pnpm", command: pnpm, signal: "SIGINT" },
  { outermost: "pnpm", command: pnpm, signal: "SIGTERM" },
  { outermost: "pnpm", command: pnpm, signal: "SIGHUP" },
  { outermost: "npx", command: npx, signal: "SIGTERM" },
  { outermost: "npx", command: npx, signal: "SIGKILL" },
] as const)(
  "$signal to $outermost alone ends every process",
  async ({ command, signal }) => {
    const { child, pid } = await startUntilReady(command);
    const tree = treeOf(pid);
    await tree.update();
    expect(tree.pids.size).toBeGreaterThan(5);

    child.kill(signal);
    await expect
      .poll(
        async () => {
          await tree.update();
          return tree.list();
        },
        { timeout: scaled(20_000) },
      )
      .toEqual([]);
  },
  scaled(90_000),
);

async function startUntilReady(
  command: (flags: string) => string[],
): Promise<{ child: ChildProcess; pid: number }> {
  const [port, sidecarPort, platformPort] = await freePorts(3);
  const [program = "", ...args] = command(
    `--port ${port} --sidecar-port ${sidecarPort} --platform-port ${platformPort}`,
  );
  const child = spawn(program, args, { cwd: repository, stdio: ["ignore", "pipe", "inherit"] });
  started = child;
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error("dev:mocks exited before it was ready")));
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.includes("Ctrl-C stops everything")) resolve();
    });
  });
  if (child.pid === undefined) throw new Error(`${program} could not be started`);
  return { child, pid: child.pid };
}
