import type { Plugin } from "vite";

const styles = "/src/mocks/panel/strip.css";
const starting = `<div id="sheaf-qa"><aside class="sheaf-qa-strip" aria-label="QA">Starting…</aside></div>`;

/**
 * Gives the QA panel a strip of the window, so that it never covers the page: heights, fixed and sticky elements leave
 * the room that `--qa-top` and `--qa-bottom` take. The strip is in the document itself and is painted before any script
 * has loaded.
 */
export function qaPanel(): Plugin {
  return {
    name: "sheaf-qa-panel",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/(?!mocks\/).*\.css(\?direct)?$/ },
      handler: (css) => ({ code: leaveRoom(css), map: null }),
    },
    transformIndexHtml: {
      order: "pre",
      handler: (html) => ({
        html: html.replace("</body>", `  ${starting}\n  </body>`),
        tags: [{ tag: "link", attrs: { rel: "stylesheet", href: styles }, injectTo: "head" }],
      }),
    },
  };
}

/** Margins move a fixed element only away from the edges that it is attached to. */
function leaveRoom(css: string): string {
  return css
    .replaceAll("100dvh", "calc(100dvh - var(--qa-top) - var(--qa-bottom))")
    .replaceAll("position: fixed;", "position: fixed; margin-block: var(--qa-top) var(--qa-bottom);")
    .replaceAll(
      /(position: sticky;\s*top: )([^;]+);/g,
      (_, before: string, top: string) => `${before}calc(${top === "0" ? "0px" : top} + var(--qa-top));`,
    );
}
