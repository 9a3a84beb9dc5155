import { App } from "../app/app.tsx";
import { startPageSession } from "../app/start-page-session.ts";
import { startEntry } from "./start-entry.tsx";

startEntry(<App />, () => {
  startPageSession();
  return { hydrate: false };
});
