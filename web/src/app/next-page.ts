import { safeNextPath } from "@sheaf/contract/next-path";
import { useSearchParams } from "react-router-dom";
import { useHydrated } from "../lib/use-hydrated.ts";

/** Where the address says that the person was going; nowhere unless it is a path of our own. */
export function useNextPage(): string | undefined {
  const [parameters] = useSearchParams();
  const next = safeNextPath(parameters.get("next"));
  // The markup is the same for everybody, whatever their address says.
  return useHydrated() ? next : undefined;
}
