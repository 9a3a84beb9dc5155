import type { Plugin } from "vite";

const sheet = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g;

/**
 * Writes the style sheets of a prerendered document into it, so that its first paint waits for nothing else. The
 * sidecar allows exactly these bytes in the content security policy.
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
        const styles = [...html.matchAll(sheet)].map(([, file = ""]) => {
          const asset = bundle?.[file];
          if (asset?.type !== "asset") throw new Error(`${file} is no part of the build`);
          return String(asset.source).trim();
        });
        return html
          .replaceAll(sheet, "")
          .replace("</head>", () => `<style>${styles.join("\n")}</style></head>`);
      },
    },
  };
}
