export interface Statement {
  text: string;
  /** Evidence in the repository: a test that fails if the statement is false, or the record of a decision. */
  shownBy: string;
}

export interface Section {
  title: string;
  statements: readonly Statement[];
}

const rights = (name: string) => `shared/supabase/tests/rights/${name}.test.ts`;

/** Everything that the page says. A sentence that nothing in the repository shows doesn't belong here. */
export const sections: readonly Section[] = [
  {
    title: "Who can read what",
    statements: [
      {
        text: "A file can be read by the members of the workspace that asked for it and by the recipients of that request, and by no other user.",
        shownBy: rights("storage-front-door"),
      },
      {
        text: "A link alone opens no file. Whoever opens it first proves an email address that was asked.",
        shownBy: rights("links"),
      },
      {
        text: "Somebody who was asked for one item sees that item and nothing else of the request.",
        shownBy: rights("hand-off"),
      },
      {
        text: "A removed member, recipient or helper reads nothing from that moment, whatever is open in their browser.",
        shownBy: rights("removal"),
      },
      {
        text: "After a request is cancelled, each file can be read only by the recipient who uploaded it.",
        shownBy: rights("cancelled"),
      },
      {
        text: "Each time somebody opens a file, that is recorded. Whoever uploaded it sees which members opened it.",
        shownBy: rights("grants"),
      },
    ],
  },
  {
    title: "What is encrypted",
    statements: [
      {
        text: "Everything travels over an encrypted connection.",
        shownBy: "server/src/config/config.test.ts",
      },
      {
        text: "Files aren’t encrypted end to end. Whoever runs this site, or the platform that stores its data, could read them.",
        shownBy: ".github/SECURITY.md",
      },
      {
        text: "Codes that let you in, and what keeps you signed in, are never written to a log.",
        shownBy: "server/src/session/exchange-answers.test.ts",
      },
    ],
  },
  {
    title: "What happens to a file",
    statements: [
      {
        text: "Your browser checks a file before it is sent. Nothing leaves your device for that.",
        shownBy: "e2e/specs/evidence-checks.spec.ts",
      },
      {
        text: "What is stored is compared with what was sent. If it differs, both sides see “Damaged”.",
        shownBy: rights("checksums"),
      },
      {
        text: "A stored file is never replaced. A new version is another file.",
        shownBy: rights("storage-front-door"),
      },
      {
        text: "A removed file can’t be read by anybody from that moment. Its content is deleted afterwards; its name and checksum stay in the history.",
        shownBy: rights("purge"),
      },
      {
        text: "A request says for how many days files and answers are kept after it ends. That number can be lowered, never raised.",
        shownBy: rights("retention"),
      },
      {
        text: "Before they are deleted, members are warned 14 and 2 days ahead. The name, size and checksum of a file stay.",
        shownBy: rights("retention"),
      },
      {
        text: "After that, no table and no disk of this site has the content. Backups of whoever runs it may have it for longer.",
        shownBy: "server/src/worker/expiry/expiry.test.ts",
      },
      {
        text: "Once a request has ended, you can ask for a file of yours to be deleted. If it’s kept, you’re told why.",
        shownBy: rights("deletion"),
      },
    ],
  },
  {
    title: "What you can prove",
    statements: [
      {
        text: "A signed receipt shows that exactly these files were received. Anybody can check it without an account.",
        shownBy: "e2e/specs/evidence-receipts.spec.ts",
      },
      {
        text: "The history of a request can’t be edited without a trace that a receipt brings to light.",
        shownBy: rights("history"),
      },
    ],
  },
  {
    title: "What we don’t promise",
    statements: [
      {
        text: "Files aren’t scanned for viruses. Open them as you would open an attachment from the same person.",
        shownBy: ".github/SECURITY.md",
      },
      {
        text: "Somebody who reads your email can sign in as you, unless you use an authenticator app.",
        shownBy: rights("fresh-proof"),
      },
      {
        text: "What somebody has downloaded stays with them.",
        shownBy: ".github/SECURITY.md",
      },
      {
        text: "A receipt and a history say what this site recorded. They don’t prove what time it really was.",
        shownBy: "shared/decisions/0067-signed-receipts.md",
      },
    ],
  },
];
