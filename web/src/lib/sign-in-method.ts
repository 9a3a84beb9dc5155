import { deviceStore } from "./browser-store.ts";

export type SignInMethod = "code" | "link";

const key = "sheaf:sign-in-method";

/** What worked last time in this browser; nobody's secret, so it stays after sign-out. */
export function lastMethod(): SignInMethod | undefined {
  const stored = deviceStore.read(key);
  return stored === "code" || stored === "link" ? stored : undefined;
}

export function rememberMethod(method: SignInMethod): void {
  deviceStore.write(key, method);
}
