import { useCallback } from "react";
import { useToast } from "../ui/overlays/toast.tsx";

/**
 * Signs out from a page that may not have loaded the auth client yet. If it cannot load, the user stays signed in and is
 * offered a reload, because a failed dynamic import stays failed until then.
 */
export function useSignOut(): () => Promise<void> {
  const toast = useToast();
  return useCallback(async () => {
    try {
      const { signOut } = await import("../lib/auth/sign-out.ts");
      await signOut();
    } catch {
      toast({
        message: "We couldn’t sign you out. Check your connection, reload the page and try again.",
        tone: "problem",
        action: { label: "Reload", onSelect: () => location.reload() },
      });
    }
  }, [toast]);
}
