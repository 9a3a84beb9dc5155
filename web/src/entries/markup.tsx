import { pages } from "@sheaf/contract/pages";
import { type ReactNode, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Navigation } from "../lib/navigation.tsx";

interface PrerenderedDocument {
  /** Path that it is rendered for. */
  path: string;
  /** Loads what its entry renders first. The development server loads only what is asked for, and keeps less memory. */
  loadApp: () => Promise<ReactNode>;
}

const link = pages.link.href({ token: "token" });

const documents: Record<string, PrerenderedDocument | undefined> = {
  "sign-in.html": { path: pages.signIn.path, loadApp: loadAuthEntry },
  "sign-up.html": { path: pages.signUp.path, loadApp: loadAuthEntry },
  "landing.html": {
    path: pages.landing.path,
    loadApp: async () => {
      const { LandingEntryApp } = await import("../app/entries/landing-entry-app.tsx");
      return <LandingEntryApp />;
    },
  },
  "link.html": {
    path: link,
    loadApp: async () => {
      const { LinkEntryApp } = await import("../app/entries/link-entry-app.tsx");
      return <LinkEntryApp />;
    },
  },
  "checklist.html": {
    path: link,
    loadApp: async () => {
      const [{ PlainLayout }, { ChecklistSkeleton }] = await Promise.all([
        import("../app/layouts/plain-layout.tsx"),
        import("../features/answer/checklist-skeleton.tsx"),
      ]);
      return (
        <PlainLayout>
          <ChecklistSkeleton />
        </PlainLayout>
      );
    },
  },
  "requests.html": {
    path: pages.requests.path,
    loadApp: async () => {
      const { RequestsSkeleton } = await import("../app/entries/requests-entry-app.tsx");
      return <RequestsSkeleton />;
    },
  },
};

async function loadAuthEntry(): Promise<ReactNode> {
  const { AuthEntryApp } = await import("../app/entries/auth-entry-app.tsx");
  return <AuthEntryApp />;
}

/** Renders a document's page to markup, for the build and the development server. */
export async function entryMarkup(document: string): Promise<string> {
  const prerendered = documents[document];
  if (!prerendered) throw new Error(`Nothing is rendered into ${document}`);
  const app = await prerendered.loadApp();
  return renderToString(
    <StrictMode>
      <Navigation at={prerendered.path}>{app}</Navigation>
    </StrictMode>,
  );
}
