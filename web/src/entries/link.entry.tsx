import { LinkEntryApp, prefetchLink } from "../app/entries/link-entry-app.tsx";
import { startPageSession } from "../app/start-page-session.ts";
import { getSession } from "../lib/auth/session.ts";
import { startEntry } from "./start-entry.tsx";

startEntry(<LinkEntryApp />, () => {
  startPageSession();
  const signedOut = getSession().status === "out";
  if (signedOut) prefetchLink(location.pathname);
  // The markup for a session is a skeleton, which the page replaces by the same one.
  return { hydrate: signedOut };
});
