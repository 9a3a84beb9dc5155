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
  // For users who are signed out, load the code of the next page.
  void (signedOut ? untilShown().then(loadJoined) : loadJoined());
  // With a session the markup is a skeleton, which the page replaces. The same happens if the cookie holds no session.
  return { hydrate: signedOut && earlyCode !== undefined, ...(earlyCode && { urgent: earlyCode }) };
});
