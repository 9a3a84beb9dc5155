import process from "node:process";
import type { Child } from "../process/child-process.ts";
import { whenLauncherExits } from "./launcher.ts";

/**
 * Runs until Ctrl-C, until the command that started it is stopped, or until one process exits; then stops all.
 *
 * @param becomeReady waits for every process.
 * @param block builds the text printed when ready, with the seconds it took.
 * @param afterwards runs once that is printed, until its signal ends it. If it fails, everything stops.
 */
export async function supervise({
  children,
  becomeReady,
  block,
  afterwards = () => Promise.resolve(),
}: {
  children: readonly Child[];
  becomeReady: () => Promise<void>;
  block: (seconds: string) => string;
  afterwards?: (signal: AbortSignal) => Promise<void>;
}): Promise<void> {
  const interrupted = new Promise<undefined>((settle) => {
    // SIGHUP: the terminal was closed.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => settle(undefined));
    }
    void whenLauncherExits().then(() => settle(undefined));
  });
  const crashed = Promise.race(
    children.map(async (child) => `${child.name} ${await child.ended}; everything else is being stopped.`),
  );
  const stopping = new AbortController();
  const ready = becomeReady().then(async () => {
    console.log(block((performance.now() / 1000).toFixed(1)));
    await afterwards(stopping.signal);
    return Promise.race([interrupted, crashed]);
  });

  try {
    const reason = await Promise.race([interrupted, crashed, ready]);
    if (reason) throw new Error(reason);
  } finally {
    stopping.abort();
    await Promise.all(children.map((child) => child.stop()));
  }
}
