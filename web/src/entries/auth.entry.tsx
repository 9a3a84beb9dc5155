import { AuthEntryApp } from "../app/entries/auth-entry-app.tsx";
import { loadCalls } from "../features/sign-in/use-sign-in.ts";
import { startEntry } from "./start-entry.tsx";
import { startStore } from "./start-store.ts";

startEntry(<AuthEntryApp />, () => {
  void startStore();
  return { hydrate: true, urgent: loadCalls() };
});
