import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { caddyBinary } from "@sheaf/gateway/caddy";
import { freePort } from "@sheaf/platform/free-port";
import { createStack, type Stack } from "@sheaf/platform/stack";
import { type Part, startPart } from "../stack/parts.ts";
import type { RunningStack } from "../stack/start-stack.ts";

export interface Sidecars {
  /** The balancer in front of them. */
  readonly url: string;
  readonly parts: () => readonly Part[];
  /** Kills one at random, each only once, and starts it again after a second, as compose does. @returns its number. */
  killOne(): Promise<number>;
  stop(): Promise<void>;
}

const copies = 3;
const restartMs = 1000;

/** Three copies of the sidecar behind a balancer. */
export async function startSidecars(running: RunningStack, folder: string): Promise<Sidecars> {
  const stack: Stack = createStack();
  try {
    const ports: string[] = [];
    const parts: Part[] = [];
    for (let copy = 0; copy < copies; copy += 1) {
      const port = String(await freePort());
      ports.push(port);
      parts.push(await running.startCopy(port));
    }
    const unharmed = ports.map((_, copy) => copy);
    const port = await freePort();
    const config = join(folder, "balancer.Caddyfile");
    await writeFile(config, balancer(port, ports));
    const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    await startPart(
      {
        name: "balancer",
        command: caddyBinary,
        args: ["run", "--adapter", "caddyfile", "--config", config],
        cwd: folder,
        env: home,
        readyUrl: `http://127.0.0.1:${port}/healthz`,
      },
      stack,
    );
    return {
      url: `http://127.0.0.1:${port}`,
      parts: () => parts,
      async killOne() {
        const [copy = 0] = unharmed.splice(Math.floor(Math.random() * unharmed.length), 1);
        await parts[copy]?.kill();
        await wait(restartMs);
        parts[copy] = await running.startCopy(String(ports[copy]));
        return copy + 1;
      },
      stop: () => stack.unwind(),
    };
  } catch (error) {
    await stack.unwind();
    throw error;
  }
}

function balancer(port: number, ports: readonly string[]): string {
  return `{
	admin off
	auto_https off
}
http://:${port} {
	bind 127.0.0.1
	reverse_proxy ${ports.map((each) => `127.0.0.1:${each}`).join(" ")} {
		fail_duration 1s
	}
}
`;
}
