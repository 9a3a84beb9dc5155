import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * False while React hydrates prerendered markup. Values that only this browser has, such as the URL and storage, must
 * not be rendered before then.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
