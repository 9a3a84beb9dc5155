import { type LinkType, sidecarPaths } from "@sheaf/contract/sidecar";
import { plainPage } from "./plain-page.ts";

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
    title: "You’ve been invited",
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
 * The form has no `action` and no fields, so it posts to the URL it was opened at: the token stays in that URL and nothing
 * from the request is written into the page.
 */
export function confirmPage(type: LinkType): string {
  const { title, text, button } = texts[type];
  return plainPage({
    title,
    head: `<script src="${confirmScriptPath}"></script>`,
    content: `<p>${text}</p>
      <form method="post"><button>${button}</button></form>
      <p class="hint">We ask because some email apps open links automatically. If you didn’t request this email,
        just close this page.</p>`,
  });
}
