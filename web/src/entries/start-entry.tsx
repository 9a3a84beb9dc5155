import { type ReactNode, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { applyTheme, storedTheme } from "../app/theme.ts";
import { Navigation } from "../lib/navigation.tsx";
import { boot } from "./boot.ts";
import { toleratePageTranslation } from "./translated-text.ts";

interface Prepared {
  /** The markup is what the app renders first. */
  hydrate: boolean;
  /** Modules that the page needs more urgently than its font, which is as large as half of the scripts. */
  urgent?: Promise<unknown>;
}

/**
 * Starts a document's app. The markup of a prerendered document is taken over, or else replaced.
 *
 * @param prepare runs first.
 */
export function startEntry(app: ReactNode, prepare: () => Prepared): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root element.");
  toleratePageTranslation();
  boot(() => {
    applyTheme(storedTheme());
    const page = (
      <StrictMode>
        <Navigation>{app}</Navigation>
      </StrictMode>
    );
    const { hydrate, urgent } = prepare();
    if (hydrate) hydrateRoot(root, page);
    else createRoot(root).render(page);
    // Without it, the text stays in the fallback font.
    const loadFont = () => import("../ui/theme/font.ts").catch(() => undefined);
    void Promise.resolve(urgent).then(loadFont, loadFont);
  });
}
