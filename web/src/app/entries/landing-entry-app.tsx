import { pages } from "@sheaf/contract/pages";
import { Route, Routes } from "react-router-dom";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { LandingPage } from "../landing-page.tsx";
import { StrayAuthParameters } from "../navigation/stray-auth-parameters.tsx";
import { authPaths, authRoutes } from "./auth-entry-app.tsx";
import { EntryApp } from "./entry-app.tsx";

const withLanding = [pages.landing.path, ...authPaths];

/** First app of the landing document, including the pages that it links to. */
export function LandingEntryApp() {
  // After signing in, possibly in another tab, this path leads to the person's own pages.
  const signedIn = identityOf(useSession()) !== undefined;
  return (
    <EntryApp paths={signedIn ? authPaths : withLanding}>
      <StrayAuthParameters />
      <Routes>
        <Route path={pages.landing.path} element={<LandingPage />} />
        {authRoutes}
      </Routes>
    </EntryApp>
  );
}
