import { deviceStore } from "./browser-store.ts";

const key = "sheaf:newcomer";

/** True if the user signed up in this browser and has not yet chosen how to sign in next time. */
export function isNewcomer(userId: string): boolean {
  return deviceStore.read(key) === userId;
}

/** Marks the user as new in this browser. */
export function markNewcomer(userId: string): void {
  deviceStore.write(key, userId);
}

/** Clears the mark after a choice or a dismissal. */
export function clearNewcomer(): void {
  deviceStore.write(key, undefined);
}
