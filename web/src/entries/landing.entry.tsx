import { LandingEntryApp } from "../app/entries/landing-entry-app.tsx";
import { startEntry } from "./start-entry.tsx";
import { startStore } from "./start-store.ts";

startEntry(<LandingEntryApp />, () => ({ hydrate: true, urgent: startStore() }));
