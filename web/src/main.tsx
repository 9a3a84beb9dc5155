import "@fontsource-variable/hanken-grotesk";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./app/app.tsx";
import { applyTheme, storedTheme } from "./app/theme.ts";
import { boot } from "./boot.ts";
import { startPageSession } from "./app/start-page-session.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");

boot(() => {
  applyTheme(storedTheme());
  startPageSession();
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  );
});
