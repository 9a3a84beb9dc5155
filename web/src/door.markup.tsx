import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { DoorApp } from "./app/door-app.tsx";

/** The page at this address as markup, for the build and the development server: `door.tsx` takes it over. */
export function doorMarkup(path: string): string {
  return renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <DoorApp />
      </StaticRouter>
    </StrictMode>,
  );
}
