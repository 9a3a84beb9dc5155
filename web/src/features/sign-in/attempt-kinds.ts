import { pages } from "@sheaf/contract/pages";
import type { AttemptType } from "@sheaf/contract/sidecar";

/** A way on. `advice` stands instead of the catalogue's, where that says no more than to begin again. */
export interface Step {
  label: string;
  href: string;
  advice?: string;
}

/** A kind of attempt that failed, for who is signed out and for who is signed in. */
export interface Kind {
  heading: string;
  /** What happened, when no code says it. */
  what: string;
  out: (next: string | undefined) => Step;
  in: (next: string | undefined) => Step;
}

const linkFailed = { heading: "This link did not work", what: "We could not use this link." };
export const newCode = "Get a new code";
const providerSays = "We could not use what the provider sent back.";

const goOn = (next: string | undefined): Step => ({
  label: "Continue to Sheaf",
  href: next ?? pages.landing.href(),
  advice: "You are signed in here, so you can go on.",
});
export const signInHref = (next: string | undefined): string =>
  pages.signIn.href({ ...(next !== undefined && { next }) });
const security = (advice: string): Step => ({ label: "Go to security", href: pages.security.href(), advice });
const signInForSecurity = (advice: string): Step => ({
  label: "Sign in",
  href: signInHref(pages.security.href()),
  advice,
});

const mail: Kind = {
  ...linkFailed,
  out: (next) => ({ label: newCode, href: signInHref(next) }),
  in: goOn,
};

/** Each kind of link, and the ways by a provider, with the one place where it can be begun again. */
export const attemptKinds: Record<AttemptType, Kind> = {
  magiclink: mail,
  email: mail,
  signup: mail,
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
      advice: "Ask for a new code; with it you can choose a password.",
    }),
    in: () => security("You are signed in, so you can choose a password on the security page."),
  },
  email_change: {
    ...linkFailed,
    out: () => signInForSecurity("Sign in; the security page shows how the change stands."),
    in: () => security("The security page shows how the change stands and can send the mails again."),
  },
  link: {
    heading: "The account was not linked",
    what: providerSays,
    out: () => signInForSecurity("Sign in, then link it again on the security page."),
    in: () => security("Link it again on the security page."),
  },
  provider: {
    heading: "The sign-in did not work",
    what: providerSays,
    out: (next) => ({
      label: "Start again",
      href: signInHref(next),
      advice: "Try once more, or choose another way to sign in.",
    }),
    in: goOn,
  },
};
