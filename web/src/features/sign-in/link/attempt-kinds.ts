import { pages } from "@sheaf/contract/pages";
import type { AttemptType } from "@sheaf/contract/sidecar";

/** `advice` replaces the catalogue's where that only says to start again. */
export interface Step {
  label: string;
  href: string;
  advice?: string;
}

/** Texts for one kind of failed attempt. `out` is for users who are signed out, `in` for those signed in. */
export interface Kind {
  heading: string;
  /** Shown when no error code says more. */
  what: string;
  out: (next: string | undefined) => Step;
  in: (next: string | undefined) => Step;
}

const linkFailed = { heading: "This link didn’t work", what: "We couldn’t use this link." };
export const newCode = "Get a new code";
const providerSays = "We couldn’t use the provider’s response.";

const goOn = (next: string | undefined): Step => ({
  label: "Continue to Sheaf",
  href: next ?? pages.landing.href(),
  advice: "You’re already signed in, so you can continue.",
});
export const signInHref = (next: string | undefined): string =>
  pages.signIn.href({ ...(next !== undefined && { next }) });
const security = (advice: string): Step => ({ label: "Go to security", href: pages.security.href(), advice });
const signInForSecurity = (advice: string): Step => ({
  label: "Sign in",
  href: signInHref(pages.security.href()),
  advice,
});

const emailedLink: Kind = {
  ...linkFailed,
  out: (next) => ({ label: newCode, href: signInHref(next) }),
  in: goOn,
};

/** Every kind of attempt with the page where it can be started again. */
export const attemptKinds: Record<AttemptType, Kind> = {
  magiclink: emailedLink,
  email: emailedLink,
  signup: emailedLink,
  invite: {
    ...linkFailed,
    out: (next) => ({
      label: "Sign in",
      href: signInHref(next),
      advice: "Ask the person who invited you for a new one, or sign in with your address.",
    }),
    in: goOn,
  },
  recovery: {
    ...linkFailed,
    out: (next) => ({
      label: newCode,
      href: pages.forgotPassword.href({ ...(next !== undefined && { next }) }),
      advice: "Request a new code to choose a password.",
    }),
    in: () => security("You’re signed in, so you can choose a password on the security page."),
  },
  email_change: {
    ...linkFailed,
    out: () => signInForSecurity("Sign in to see the status of the change on the security page."),
    in: () => security("The security page shows the status of the change and can send the emails again."),
  },
  link: {
    heading: "The account wasn’t linked",
    what: providerSays,
    out: () => signInForSecurity("Sign in, then link it again on the security page."),
    in: () => security("Link it again on the security page."),
  },
  provider: {
    heading: "Sign-in didn’t work",
    what: providerSays,
    out: (next) => ({
      label: "Start again",
      href: signInHref(next),
      advice: "Try again, or choose another sign-in method.",
    }),
    in: goOn,
  },
};
