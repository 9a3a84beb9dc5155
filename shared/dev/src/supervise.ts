import process from "node:process";
import type { Child } from "./child-process.ts";

/**
 * Runs until Ctrl-C, or until one part ends; then everything is stopped.
 *
 * @param becomeReady waits for every part.
 * @param block what is printed then, after so many seconds.
 */
export async function supervise({
  children,
  becomeReady,
  block,
}: {
  children: readonly Child[];
  becomeReady: () => Promise<void>;
  block: (seconds: string) => string;
}): Promise<void> {
  const interrupted = new Promise<undefined>((settle) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => settle(undefined));
  });
  const crashed = Promise.race(
    children.map(async (child) => `${child.name} ${await child.ended}; everything else is being stopped.`),
  );
  const ready = becomeReady().then(() => {
    console.log(block((performance.now() / 1000).toFixed(1)));
    return Promise.race([interrupted, crashed]);
  });

  try {
    const reason = await Promise.race([interrupted, crashed, ready]);
    if (reason) throw new Error(reason);
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}
