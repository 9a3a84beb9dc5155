import { earlyCode } from "./early-code.ts";
import { AuthEntryApp } from "../app/entries/auth-entry-app.tsx";
import { startEntry } from "./start-entry.tsx";
import { startStore } from "./start-store.ts";

startEntry(<AuthEntryApp />, () => {
  void startStore();
  return { hydrate: true, ...(earlyCode && { urgent: earlyCode }) };
});
