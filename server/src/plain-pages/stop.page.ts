import { plainPage } from "./plain-page.ts";

/** Opening it changes nothing, because email scanners follow links too. */
export const stopPage = plainPage({
  title: "Stop these emails",
  content: `<p>You won’t get any more emails like the one that led here. Everything you have sent stays where it is, and links to
        requests keep working.</p>
      <form method="post"><button>Stop email</button></form>`,
});

export const stoppedPage = plainPage({
  title: "Email stopped",
  content: `<p>You won’t get any more of these emails. You can close this page.</p>`,
});

export const notStoppedPage = plainPage({
  title: "That didn’t work",
  content: `<p>Please try again in a few minutes.</p>
      <form method="post"><button>Try again</button></form>`,
});
