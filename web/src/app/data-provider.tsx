import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { identityOf, useSession } from "../lib/auth/session.ts";
import { loadErrorTexts } from "../lib/error-texts.ts";
import { ToastRegion } from "../ui/overlays/toast.tsx";
import { ArrivalToast } from "./arrival-toast.tsx";
import { queryClient, untilShown } from "./query-client.ts";
import { SessionCheck } from "./session-check.tsx";

/** Query cache and toasts for pages that load data. The sign-in page loads neither. */
export function Component({ children }: { children: ReactNode }) {
  const reader = identityOf(useSession())?.userId;
  useEffect(() => void untilShown().then(loadErrorTexts), []);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionCheck />
      <ToastRegion reader={reader}>
        <ArrivalToast />
        {children}
      </ToastRegion>
    </QueryClientProvider>
  );
}
