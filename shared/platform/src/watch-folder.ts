import { watch } from "node:fs";

/** Editors write a file in several steps, which are combined into one change. Milliseconds. */
const debounceMs = 150;

/** Calls `onChange` after files in the folder changed. Calls never overlap. */
export function watchFolder(folder: string, onChange: () => Promise<void>): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const watcher = watch(folder, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = runAfter(working, onChange);
    }, debounceMs);
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
