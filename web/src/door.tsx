import "@fontsource-variable/hanken-grotesk";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { DoorApp } from "./app/door-app.tsx";
import { applyTheme, storedTheme } from "./app/theme.ts";
import { boot } from "./boot.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root to be shown in.");

boot(() => {
  applyTheme(storedTheme());
  hydrateRoot(
    root,
    <StrictMode>
      <BrowserRouter>
        <DoorApp />
      </BrowserRouter>
    </StrictMode>,
  );
  void startStore();
});

/** The form does without the store until somebody is in, so it does not wait for it. */
async function startStore(): Promise<void> {
  try {
    (await import("./start-page-session.ts")).startPageSession();
  } catch {
    addEventListener("online", () => void startStore(), { once: true });
  }
}
