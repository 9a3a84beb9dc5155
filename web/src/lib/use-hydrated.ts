import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * False while React takes over markup that was made before anybody asked for it: what only this browser knows, its
 * address bar and its storage, must not be drawn before then.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
