import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "react-router-dom";
import { ToastRegion } from "../ui/toast.tsx";
import { queryClient } from "./query-client.ts";

/** The cache and the toasts, for every page that works with data. The sign-in page does not and is spared both. */
export function Component() {
  return (
    <QueryClientProvider client={queryClient}>
      <ToastRegion>
        <Outlet />
      </ToastRegion>
    </QueryClientProvider>
  );
}
