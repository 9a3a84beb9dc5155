import { pages } from "@sheaf/contract/pages";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { useLocation } from "../../lib/navigation.tsx";
import { LandingPage } from "../landing-page.tsx";
import { StrayAuthParameters } from "../navigation/stray-auth-parameters.tsx";
import { AuthPage, authPaths } from "./auth-entry-app.tsx";
import { EntryApp } from "./entry-app.tsx";

const withLanding = [pages.landing.path, ...authPaths];

/** First app of the landing document, including the pages that it links to. */
export function LandingEntryApp() {
  const { pathname } = useLocation();
  // After signing in, possibly in another tab, this path leads to the person's own pages.
  const signedIn = identityOf(useSession()) !== undefined;
  return (
    <EntryApp paths={signedIn ? authPaths : withLanding}>
      <StrayAuthParameters />
      {pathname === pages.landing.path ? <LandingPage /> : <AuthPage />}
    </EntryApp>
  );
}
