import { RequestsEntryApp } from "../app/entries/requests-entry-app.tsx";
import { untilShown } from "../app/query-client.ts";
import { startPageSession } from "../app/start-page-session.ts";
import { startEntry } from "./start-entry.tsx";

startEntry(<RequestsEntryApp />, () => {
  startPageSession();
  // The code for the next page.
  void untilShown().then(() => import("../app/app.tsx"));
  // The markup is a skeleton.
  return { hydrate: false };
});
