import { readdir, readFile } from "node:fs/promises";

/** A process and its descendants. Linux only. */
export interface ProcessTree {
  /** All processes seen so far, also those whose parent has exited. */
  readonly pids: ReadonlySet<number>;
  /** Adds new descendants, and drops processes that have exited. */
  update(): Promise<void>;
  /** Proportional set size of all processes, in bytes: a page shared by several counts once. */
  memory(): Promise<number>;
  /** Memory of each process in bytes, with its command line. */
  list(): Promise<{ pid: number; memory: number; command: string }[]>;
}

export function treeOf(root: number): ProcessTree {
  const pids = new Set([root]);
  return {
    pids,
    async update() {
      // Iterating a set includes entries added during the loop.
      for (const pid of pids) {
        const children = await childrenOf(pid);
        if (children === undefined) pids.delete(pid);
        else for (const child of children) pids.add(child);
      }
    },
    async memory() {
      const sizes = await Promise.all([...pids].map(proportionalSize));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    list: () =>
      Promise.all(
        [...pids].map(async (pid) => ({
          pid,
          memory: await proportionalSize(pid),
          command: (await textOf(`/proc/${pid}/cmdline`)).replaceAll("\0", " ").replaceAll(/\s+/g, " "),
        })),
      ),
  };
}

/** Undefined if the process has exited. */
async function childrenOf(pid: number): Promise<number[] | undefined> {
  try {
    const state = /\) (\S)/.exec(await readFile(`/proc/${pid}/stat`, "utf8"))?.[1];
    if (state === "Z") return undefined;
    const threads = await readdir(`/proc/${pid}/task`);
    const lists = await Promise.all(threads.map((thread) => textOf(`/proc/${pid}/task/${thread}/children`)));
    return lists.join(" ").split(" ").filter(Boolean).map(Number);
  } catch {
    return undefined;
  }
}

async function proportionalSize(pid: number): Promise<number> {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(await textOf(`/proc/${pid}/smaps_rollup`))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

function textOf(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}
