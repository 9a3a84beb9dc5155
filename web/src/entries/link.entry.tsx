import { earlyCode } from "./early-code.ts";
import { LinkEntryApp, prefetchJoined, prefetchLink } from "../app/entries/link-entry-app.tsx";
import { startPageSession } from "../app/start-page-session.ts";
import { getSession } from "../lib/auth/session.ts";
import { startEntry } from "./start-entry.tsx";

startEntry(<LinkEntryApp />, () => {
  startPageSession();
  const signedOut = getSession().status === "out";
  if (signedOut) prefetchLink(location.pathname);
  else void prefetchJoined();
  // For a session the markup is a skeleton, which the page replaces; so it does if the cookie turns out to hold none.
  return { hydrate: signedOut && earlyCode !== undefined, ...(earlyCode && { urgent: earlyCode }) };
});
