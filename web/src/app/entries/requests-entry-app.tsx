import { pages } from "@sheaf/contract/pages";
import { Component as DataProvider } from "../data-provider.tsx";
import { CompleteSession } from "../guards/complete-session.tsx";
import { RequireSession } from "../guards/require-session.tsx";
import { Component as RequireWorkspace } from "../guards/require-workspace.tsx";
import { Component as AppLayout } from "../layouts/app-layout.tsx";
import { ListPageSkeleton } from "../layouts/list-page-skeleton.tsx";
import { PageSkeletons } from "../layouts/page-skeletons.ts";
import { Component as Requests } from "../routes/requests.tsx";
import { EntryApp } from "./entry-app.tsx";

const listSkeleton = () => <ListPageSkeleton />;

/** First app of the list of requests. */
export function RequestsEntryApp() {
  return (
    <EntryApp paths={[pages.requests.path]}>
      <PageSkeletons value={listSkeleton}>
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
      </PageSkeletons>
    </EntryApp>
  );
}

/** Markup of its document, which the app replaces. */
export function RequestsSkeleton() {
  return (
    <DataProvider>
      <AppLayout>
        <ListPageSkeleton />
      </AppLayout>
    </DataProvider>
  );
}
