import { deviceStore } from "./browser-store.ts";

const storageKey = "sheaf:single-keys";

/** Shortcuts of one key, unless they were turned off in this browser: programs that take dictation press them. */
export const singleKeysAreOn = () => deviceStore.read(storageKey) !== "off";

export function turnSingleKeys(state: "on" | "off"): void {
  deviceStore.write(storageKey, state === "off" ? state : undefined);
  markSingleKeys();
}

/** Lets style sheets hide the keys that do nothing. */
export function markSingleKeys(): void {
  document.documentElement.dataset["singleKeys"] = singleKeysAreOn() ? "on" : "off";
}
