import type { Plugin } from "vite";

const sheet = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g;

/**
 * Writes the style sheets of a prerendered document into it, so that its first paint waits for nothing else. The
 * sidecar allows exactly these bytes in the content security policy. A link of a type that no browser knows, and so doesn't
 * load, stands for each: Vite loads the sheets of a chunk before the chunk, unless the document has a link to them. Browsers
 * that look ahead for what to load would load a disabled one.
 */
export function inlinedStyles(): Plugin {
  return {
    name: "sheaf-inlined-styles",
    apply: "build",
    enforce: "post",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        if (html.includes('<div id="root"></div>')) return html;
        const files = [...html.matchAll(sheet)].map(([, file = ""]) => file);
        const styles = files.map((file) => {
          const asset = bundle?.[file];
          if (asset?.type !== "asset") throw new Error(`${file} is no part of the build`);
          return String(asset.source).trim();
        });
        const links = files.map((file) => `<link rel="stylesheet" type="text/inlined" href="/${file}">`);
        return html
          .replaceAll(sheet, "")
          .replace("</head>", () => `<style>${styles.join("\n")}</style>${links.join("")}</head>`);
      },
    },
  };
}
