import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { AuthEntryApp } from "./app/auth-entry-app.tsx";

/** Renders the page at this path to markup for the build and the development server; `auth-entry.tsx` hydrates it. */
export function authEntryMarkup(path: string): string {
  return renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <AuthEntryApp />
      </StaticRouter>
    </StrictMode>,
  );
}
