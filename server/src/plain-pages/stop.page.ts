import { escapeHtml } from "@sheaf/contract/escape-html";
import { pages } from "@sheaf/contract/pages";
import * as v from "valibot";
import { plainPage } from "./plain-page.ts";

/** The answer of the database's `peek_stop`. It tells no more than the email that the token came with. */
const Stoppable = v.object({ workspace: v.string(), person: v.string() });

/** Opening it changes nothing, because email scanners follow links too. @param about what the platform says of the token. */
export function stopPage(about: unknown): string {
  const told = v.safeParse(Stoppable, about);
  const whose = told.success
    ? `<p>Email from <bdi dir="auto">${escapeHtml(told.output.workspace)}</bdi> to
        <bdi dir="auto">${escapeHtml(told.output.person)}</bdi>.</p>`
    : "";
  return plainPage({
    title: "Stop these emails",
    content: `${whose}<p>You won’t get any more emails like the one that led here. Everything you have sent stays where it is, and links to
        requests keep working.</p>
      <form method="post"><button>Stop email</button></form>`,
  });
}

const facts = {
  request: "emails about this request",
  workspace: "emails about the requests of this workspace",
  watched: "emails about what arrives in this request",
  summary: "summaries of this workspace",
} as const;

/** Of each scope that the database's `stop_email` and `resume_email` return. */
const pagesOf = (page: (what: string) => string): ReadonlyMap<unknown, string> =>
  new Map(Object.entries(facts).map(([scope, what]) => [scope, page(what)]));

/** The address with this query posts the undoing. */
export const undoQuery = "undo";

export const stoppedPages = pagesOf((what) =>
  plainPage({
    title: "Email stopped",
    content: `<p>You won’t get any more ${what}. You can close this page.</p>
      <form method="post" action="?${undoQuery}"><button class="quiet">Undo</button></form>`,
  }),
);

export const resumedPages = pagesOf((what) =>
  plainPage({
    title: "Undone",
    content: `<p>You’ll get ${what} again.</p>
      <form method="post" action="?"><button class="quiet">Stop email</button></form>`,
  }),
);

export const nothingStoppedPage = plainPage({
  title: "This link doesn’t work",
  content: `<p>No email was stopped. Check that you copied the whole link, or use the link at the end of the latest email.
        Once you are signed in, you can stop all email.</p>
      <form action="${pages.notifications.href()}"><button>Sign in to stop all email</button></form>`,
});

export const nothingUndonePage = plainPage({
  title: "Nothing to undo",
  content: `<p>Email that was stopped here can be started again for one day. Once you are signed in, you can choose at any
        time.</p>
      <form action="${pages.notifications.href()}"><button>Sign in to choose</button></form>`,
});

export const notStoppedPage = plainPage({
  title: "That didn’t work",
  content: `<p>Please try again in a few minutes.</p>
      <form method="post"><button>Try again</button></form>`,
});
