import { pages } from "@sheaf/contract/pages";
import { type ReactNode, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { AuthEntryApp } from "../app/entries/auth-entry-app.tsx";
import { LandingEntryApp } from "../app/entries/landing-entry-app.tsx";
import { LinkEntryApp } from "../app/entries/link-entry-app.tsx";
import { RequestsSkeleton } from "../app/entries/requests-entry-app.tsx";
import { PlainLayout } from "../app/layouts/plain-layout.tsx";
import { ChecklistSkeleton } from "../features/answer/checklist-skeleton.tsx";
import { Navigation } from "../lib/navigation.tsx";

const link = pages.link.href({ token: "token" });
const checklist = (
  <PlainLayout>
    <ChecklistSkeleton />
  </PlainLayout>
);

/** Each prerendered document: the path it is rendered for, and what its entry renders first. */
const documents: Record<string, { path: string; app: ReactNode } | undefined> = {
  "sign-in.html": { path: pages.signIn.path, app: <AuthEntryApp /> },
  "sign-up.html": { path: pages.signUp.path, app: <AuthEntryApp /> },
  "landing.html": { path: pages.landing.path, app: <LandingEntryApp /> },
  "link.html": { path: link, app: <LinkEntryApp /> },
  "checklist.html": { path: link, app: checklist },
  "requests.html": { path: pages.requests.path, app: <RequestsSkeleton /> },
};

/** Renders a document's page to markup, for the build and the development server. */
export function entryMarkup(document: string): string {
  const { path, app } = documents[document] ?? {};
  if (path === undefined) throw new Error(`Nothing is rendered into ${document}`);
  return renderToString(
    <StrictMode>
      <Navigation at={path}>{app}</Navigation>
    </StrictMode>,
  );
}
