import { pages } from "@sheaf/contract/pages";
import { plainPage } from "./plain-page.ts";

/** Leads to the page that lists the ways to sign in. */
const signIn = `<form action="${pages.signIn.href()}"><input type="hidden" name="next" value="${pages.security.href()}"><button>Sign in</button></form>`;

/** Opening it changes nothing, because email scanners follow links too. */
export const undoPage = plainPage({
  title: "It wasn’t me",
  content: `<p>If you didn’t make the change in the email, press the button. It signs out every device, removes the password,
        and removes what was added to your account. Then sign in with a code that we email to you.</p>
      <form method="post"><button>Sign out everywhere and undo</button></form>
      <p class="hint">If it was you, close this page. Nothing has changed.</p>`,
});

export const undonePage = plainPage({
  title: "The change is undone",
  content: `<p>Every device has been signed out, and your account has no password now. Sign in with a code, then look
        through the sign-in methods on the Security page.</p>
      ${signIn}`,
});

export const signedOutPage = plainPage({
  title: "Signed out everywhere",
  content: `<p>Every device has been signed out, and your account has no password now. The rest stays as it is: what was
        removed doesn’t come back, and an authenticator app stays. Sign in with a code, then look through the sign-in
        methods on the Security page. If you can’t, contact the people who run this site.</p>
      ${signIn}`,
});

export const addressTakenPage = plainPage({
  title: "Signed out everywhere",
  content: `<p>Every device has been signed out, and your account has no password now. Your former address belongs to another
        account, so it can’t be given back. Contact the people who run this site.</p>`,
});

export const expiredPage = plainPage({
  title: "This link doesn’t work",
  content: `<p>The button in the email works once, for 48 hours. If someone else has changed your account, sign in and look
        through the sign-in methods on the Security page.</p>
      ${signIn}`,
});

export const notUndonePage = plainPage({
  title: "That didn’t work",
  content: `<p>Nothing has changed. Please try again in a few minutes.</p>
      <form method="post"><button>Try again</button></form>`,
});
