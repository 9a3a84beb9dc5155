import "@fontsource-variable/hanken-grotesk";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { AuthEntryApp } from "./app/auth-entry-app.tsx";
import { applyTheme, storedTheme } from "./app/theme.ts";
import { boot } from "./boot.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");

boot(() => {
  applyTheme(storedTheme());
  hydrateRoot(
    root,
    <StrictMode>
      <BrowserRouter>
        <AuthEntryApp />
      </BrowserRouter>
    </StrictMode>,
  );
  void startStore();
});

/** Not awaited: the form doesn't need the session store until the user has signed in. */
async function startStore(): Promise<void> {
  try {
    (await import("./app/start-page-session.ts")).startPageSession();
  } catch {
    addEventListener("online", () => void startStore(), { once: true });
  }
}
