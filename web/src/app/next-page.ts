import { safeNextPath } from "@sheaf/contract/next-path";
import { useSearchParams } from "../lib/navigation.tsx";
import { useHydrated } from "../lib/use-hydrated.ts";

/** Destination from the URL; undefined unless it is a path of this site. */
export function useNextPage(): string | undefined {
  const parameters = useSearchParams();
  const next = safeNextPath(parameters.get("next"));
  // The prerendered markup is the same for every URL.
  return useHydrated() ? next : undefined;
}
