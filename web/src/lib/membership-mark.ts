import { deviceStore } from "./browser-store.ts";

const key = "sheaf:member";

/** Marks the user as a member of a workspace in this browser, so that a removal can be told from a first visit. */
export function markMember(userId: string): void {
  deviceStore.write(key, userId);
}

/** True if the user was a member when they were last here, and didn't leave by themselves. */
export function wasMember(userId: string): boolean {
  return deviceStore.read(key) === userId;
}

/** Clears the mark of someone who left or deleted their workspace. */
export function clearMember(): void {
  deviceStore.write(key, undefined);
}
