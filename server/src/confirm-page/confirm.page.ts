import { type LinkType, sidecarPaths } from "@sheaf/contract/sidecar";

export const confirmStylePath = `${sidecarPaths.confirm}.css`;
export const confirmScriptPath = `${sidecarPaths.confirm}.js`;

interface PageText {
  title: string;
  text: string;
  button: string;
}

const signIn: PageText = {
  title: "Sign in to Sheaf",
  text: "Press the button to finish signing in.",
  button: "Sign in",
};

const texts: Record<LinkType, PageText> = {
  magiclink: signIn,
  email: signIn,
  signup: {
    title: "Confirm your email",
    text: "Press the button to confirm your email address and sign in.",
    button: "Confirm email",
  },
  recovery: {
    title: "Recover your account",
    text: "Press the button to sign in and choose a new password.",
    button: "Continue",
  },
  invite: {
    title: "You've been invited",
    text: "Press the button to accept the invitation and sign in.",
    button: "Accept invitation",
  },
  email_change: {
    title: "Confirm your email",
    text: "Press the button to confirm your email address.",
    button: "Confirm email",
  },
};

/**
 * The page is fixed text. Its form has no `action` and no fields, so it posts to the URL it was opened at: the
 * token stays in that URL and nothing from the request is written into the page.
 */
export function confirmPage(type: LinkType): string {
  const { title, text, button } = texts[type];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title} · Sheaf</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${confirmStylePath}">
    <script src="${confirmScriptPath}"></script>
  </head>
  <body>
    <main>
      ${logo}
      <h1>${title}</h1>
      <p>${text}</p>
      <form method="post"><button>${button}</button></form>
      <p class="hint">We ask because some email apps open links automatically. If you didn't request this email,
        just close this page.</p>
    </main>
  </body>
</html>
`;
}

const logo = `<svg role="img" aria-label="Sheaf" viewBox="0 0 32 32" width="40" height="40"><rect width="32" height="32" rx="9" fill="#0f6a54"/><g fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"><path d="M9.5 8.5c2.6 4 3.9 7.3 3.9 15"/><path d="M16 7.5v16"/><path d="M22.5 8.5c-2.6 4-3.9 7.3-3.9 15"/><path d="M10.8 17.2h10.4" stroke="#9fe0cb"/></g></svg>`;
