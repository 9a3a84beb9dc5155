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
        text: "Only members of the workspace that asked for a file and recipients of that request can read it.",
        shownBy: rights("storage-front-door"),
      },
      {
        text: "A link alone doesn’t open any file: it shows who asks, for what and until when, and the titles of the items only where the sender shows them. To see anything else, a person must confirm an email address that the request was sent to.",
        shownBy: rights("links"),
      },
      {
        text: "Someone who was asked for one item sees that item and nothing else in the request.",
        shownBy: rights("hand-off"),
      },
      {
        text: "A removed member, recipient or helper loses access immediately, even on pages that they have open.",
        shownBy: rights("removal"),
      },
      {
        text: "Once a request is cancelled, recipients can read only the files that they uploaded themselves.",
        shownBy: rights("cancelled"),
      },
      {
        text: "Every time a file is opened, that’s recorded. The person who uploaded it can see which members opened it.",
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
        text: "Files aren’t encrypted end to end. The people who run this site, or the platform that stores its data, could read them.",
        shownBy: ".github/SECURITY.md",
      },
      {
        text: "Sign-in codes and session tokens are never written to a log.",
        shownBy: "server/src/session/exchange-answers.test.ts",
      },
    ],
  },
  {
    title: "What happens to a file",
    statements: [
      {
        text: "Your browser checks each file before it’s sent. The check happens on your device.",
        shownBy: "e2e/specs/file-checks.spec.ts",
      },
      {
        text: "Each stored file is compared with what was sent. If it differs, both sides see “Damaged”.",
        shownBy: rights("checksums"),
      },
      {
        text: "A stored file is never overwritten. A new version is a separate file.",
        shownBy: rights("storage-front-door"),
      },
      {
        text: "Once a file is removed, nobody can read it. Its content is deleted afterwards; its name and checksum stay in the history.",
        shownBy: rights("purge"),
      },
      {
        text: "Each request says how many days files and answers are kept after it ends. That number can be lowered but never raised.",
        shownBy: rights("retention"),
      },
      {
        text: "Members are warned 14 and 2 days before files and answers are deleted. Each file’s name, size and checksum stay.",
        shownBy: rights("retention"),
      },
      {
        text: "After that, neither this site’s database nor its storage has the content. Backups may keep it for longer.",
        shownBy: "server/src/worker/expiry/expiry.test.ts",
      },
      {
        text: "Once a request has ended, you can ask for your files to be deleted. If one is kept, you’re told why.",
        shownBy: rights("deletion"),
      },
    ],
  },
  {
    title: "What you can prove",
    statements: [
      {
        text: "A signed receipt shows that exactly these files were received. Anyone can check it without an account.",
        shownBy: "e2e/specs/signed-receipt.spec.ts",
      },
      {
        text: "A receipt reveals whether the history of a request was edited later.",
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
        text: "Anyone who can read your email can sign in as you, unless you use an authenticator app.",
        shownBy: rights("fresh-proof"),
      },
      {
        text: "We can’t delete copies that people have downloaded.",
        shownBy: ".github/SECURITY.md",
      },
      {
        text: "Receipts and histories show what this site recorded. They don’t prove that its clock was right.",
        shownBy: "shared/decisions/0067-signed-receipts.md",
      },
    ],
  },
];
