import { useEffect } from "react";
import { noteArrival, useArrival } from "../lib/auth/arrival.ts";
import { useSession } from "../lib/auth/session.ts";
import { useToast } from "../ui/overlays/toast.tsx";
import { useSignOut } from "./use-sign-out.ts";

/**
 * Names the account after a sign-in by redirect. An attacker may have started it, or linked the user's provider account
 * to the attacker's account, which would then receive everything that the user adds.
 */
export function ArrivalToast() {
  const session = useSession();
  const arrived = useArrival();
  const toast = useToast();
  const signOut = useSignOut();
  const email = session.status === "in" && session.sessionId === arrived ? session.email : undefined;

  useEffect(() => {
    if (email === undefined) return;
    noteArrival(undefined);
    toast({
      message: `You’re signed in as ${email}.`,
      action: { label: "Not me", onSelect: () => void signOut() },
    });
  }, [email, toast, signOut]);
  return null;
}
