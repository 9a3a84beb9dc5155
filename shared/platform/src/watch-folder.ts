import { watch } from "node:fs";

/** An editor writes a file in several steps; they are one change. Milliseconds. */
const settling = 150;

/** Calls `onChange` after the folder's files changed, never twice at once. */
export function watchFolder(folder: string, onChange: () => Promise<void>): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const watcher = watch(folder, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = runAfter(working, onChange);
    }, settling);
  });
  return {
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

async function runAfter(earlier: Promise<void>, next: () => Promise<void>): Promise<void> {
  await earlier;
  await next();
}
