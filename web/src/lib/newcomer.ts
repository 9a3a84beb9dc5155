import { deviceStore } from "./browser-store.ts";

const key = "sheaf:newcomer";

/** Whether this person began here and has not yet said how they want to sign in next time. */
export function isNewcomer(userId: string): boolean {
  return deviceStore.read(key) === userId;
}

/** Notes in this browser that the person has just begun here. */
export function welcomeNewcomer(userId: string): void {
  deviceStore.write(key, userId);
}

/** They have chosen, or want to be left alone. */
export function settleNewcomer(): void {
  deviceStore.write(key, undefined);
}
