import { pages } from "@sheaf/contract/pages";
import { linkPreviewOptions } from "../../data/links/link-preview.query.ts";
import { Component as DataProvider } from "../data-provider.tsx";
import { CompleteSession } from "../guards/complete-session.tsx";
import { PlainLayout } from "../layouts/plain-layout.tsx";
import { linkTokenOf } from "../link-token.ts";
import { queryClient } from "../query-client.ts";
import { Component as Link } from "../routes/r.$token.tsx";
import { EntryApp } from "./entry-app.tsx";

/** First app of the document behind a request's link. */
export function LinkEntryApp() {
  return (
    <EntryApp paths={[pages.link.path]}>
      <DataProvider>
        <CompleteSession>
          <PlainLayout>
            <Link />
          </PlainLayout>
        </CompleteSession>
      </DataProvider>
    </EntryApp>
  );
}

/** Asks what the link leads to before the page is rendered. */
export function prefetchLink(pathname: string): void {
  const token = linkTokenOf(pathname);
  if (token !== "") void queryClient.prefetchQuery(linkPreviewOptions({ token }));
}
