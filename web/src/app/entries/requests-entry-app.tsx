import { pages } from "@sheaf/contract/pages";
import { Component as DataProvider } from "../data-provider.tsx";
import { CompleteSession } from "../guards/complete-session.tsx";
import { RequireSession } from "../guards/require-session.tsx";
import { Component as RequireWorkspace } from "../guards/require-workspace.tsx";
import { Component as AppLayout } from "../layouts/app-layout.tsx";
import { RouteSkeleton } from "../layouts/route-skeleton.tsx";
import { Component as Requests } from "../routes/requests.tsx";
import { EntryApp } from "./entry-app.tsx";

/** First app of the list of requests. */
export function RequestsEntryApp() {
  return (
    <EntryApp paths={[pages.requests.path]}>
      <DataProvider>
        <CompleteSession>
          <RequireSession>
            <AppLayout>
              <RequireWorkspace>
                <Requests />
              </RequireWorkspace>
            </AppLayout>
          </RequireSession>
        </CompleteSession>
      </DataProvider>
    </EntryApp>
  );
}

/** Markup of its document, which the app replaces. */
export function RequestsSkeleton() {
  return (
    <DataProvider>
      <AppLayout>
        <RouteSkeleton pathname={pages.requests.path} />
      </AppLayout>
    </DataProvider>
  );
}
