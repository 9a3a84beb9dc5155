import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "react-router-dom";
import { identityOf, useSession } from "../lib/session.ts";
import { ToastRegion } from "../ui/toast.tsx";
import { queryClient } from "./query-client.ts";
import { SessionCheck } from "./session-check.tsx";

/** The cache and the toasts, for every page that works with data. The sign-in page does not and is spared both. */
export function Component() {
  const reader = identityOf(useSession())?.userId;
  return (
    <QueryClientProvider client={queryClient}>
      <SessionCheck />
      <ToastRegion reader={reader}>
        <Outlet />
      </ToastRegion>
    </QueryClientProvider>
  );
}
