import { earlyCode } from "./early-code.ts";
import { LinkEntryApp, prefetchLink } from "../app/entries/link-entry-app.tsx";
import { untilShown } from "../app/query-client.ts";
import { loadJoined } from "../app/routes/r.$token.tsx";
import { startPageSession } from "../app/start-page-session.ts";
import { getSession } from "../lib/auth/session.ts";
import { startEntry } from "./start-entry.tsx";

startEntry(<LinkEntryApp />, () => {
  startPageSession();
  const signedOut = getSession().status === "out";
  if (signedOut) prefetchLink(location.pathname);
  // For somebody signed out, the code of the page that follows.
  void (signedOut ? untilShown().then(loadJoined) : loadJoined());
  // For a session the markup is a skeleton, which the page replaces; so it does if the cookie turns out to hold none.
  return { hydrate: signedOut && earlyCode !== undefined, ...(earlyCode && { urgent: earlyCode }) };
});
