import { pages } from "@sheaf/contract/pages";
import { plainPage } from "./plain-page.ts";

/** Opening it changes nothing, because email scanners follow links too. */
export const stopPage = plainPage({
  title: "Stop these emails",
  content: `<p>You won’t get any more emails like the one that led here. Everything you have sent stays where it is, and links to
        requests keep working.</p>
      <form method="post"><button>Stop email</button></form>`,
});

/** By the scope that the database's `stop_email` returns. */
export const stoppedPages: ReadonlyMap<unknown, string> = new Map([
  ["request", stoppedPage("You won’t get any more emails about this request.")],
  ["workspace", stoppedPage("You won’t get any more emails about the requests of this workspace.")],
  ["watched", stoppedPage("You won’t get any more emails about what arrives in this request.")],
  ["summary", stoppedPage("You won’t get any more summaries of this workspace.")],
]);

function stoppedPage(fact: string): string {
  return plainPage({ title: "Email stopped", content: `<p>${fact} You can close this page.</p>` });
}

export const nothingStoppedPage = plainPage({
  title: "This link doesn’t work",
  content: `<p>No email was stopped. Check that you copied the whole link, or use the link at the end of the latest email.
        Once you are signed in, you can stop all email.</p>
      <form action="${pages.email.href()}"><button>Sign in to stop all email</button></form>`,
});

export const notStoppedPage = plainPage({
  title: "That didn’t work",
  content: `<p>Please try again in a few minutes.</p>
      <form method="post"><button>Try again</button></form>`,
});
