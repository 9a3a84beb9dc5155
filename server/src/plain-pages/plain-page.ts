import { sidecarPaths } from "@sheaf/contract/sidecar";

export const plainStylePath = `${sidecarPaths.confirm}.css`;

/**
 * A page that the sidecar writes itself, because it has to work while the application's files are unavailable or being
 * replaced. Nothing from the request may be in it.
 *
 * @param content HTML below the heading.
 * @param head more elements of the head.
 */
export function plainPage({
  title,
  content,
  head = "",
}: {
  title: string;
  content: string;
  head?: string;
}): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title} · Sheaf</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${plainStylePath}">
    ${head}
  </head>
  <body>
    <main>
      ${logo}
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;
}

const logo = `<svg role="img" aria-label="Sheaf" viewBox="0 0 32 32" width="40" height="40"><rect width="32" height="32" rx="9" fill="#0f6a54"/><g fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"><path d="M9.5 8.5c2.6 4 3.9 7.3 3.9 15"/><path d="M16 7.5v16"/><path d="M22.5 8.5c-2.6 4-3.9 7.3-3.9 15"/><path d="M10.8 17.2h10.4" stroke="#9fe0cb"/></g></svg>`;
