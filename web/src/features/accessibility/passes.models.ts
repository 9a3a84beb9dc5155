import type { Evidence } from "./evidence.models.ts";

/** Day of the last change to this folder's statements and tables. */
export const assessedOn = "2026-12-01";

/** Everything that has markup of its own. Files are documents of the page; the others come from server and worker. */
export const documents = {
  "landing.html": "the home page",
  "sign-in.html": "signing in",
  "sign-up.html": "signing up",
  "link.html": "a request’s link",
  "checklist.html": "a checklist",
  "requests.html": "the list of requests",
  "index.html": "all other pages",
  "email-links": "pages behind links in emails",
  emails: "emails",
} as const;

export type DocumentName = keyof typeof documents;

export interface Pass {
  name: string;
  how: string;
  recorded: Readonly<Partial<Record<DocumentName, readonly Evidence[]>>>;
}

/** For a pass that walks every screen. */
const everyScreen = (evidence: Evidence): Pass["recorded"] => ({
  "landing.html": [evidence],
  "sign-in.html": [evidence],
  "sign-up.html": [evidence],
  "link.html": [evidence],
  "checklist.html": [evidence],
  "requests.html": [evidence],
  "index.html": [evidence],
  "email-links": [evidence],
});

/** The recorded passes. A document that one of them doesn't name wasn't looked at in that way. */
export const passes: readonly Pass[] = [
  {
    name: "axe",
    how: "axe finds no violation, in light and dark colours, on a phone and a desk. Of emails it checks the contrast.",
    recorded: { ...everyScreen("axe"), emails: ["emails"] },
  },
  {
    name: "Keyboard",
    how: "Whole jobs are done without a mouse, and the focus is visible at every stop.",
    recorded: {
      "landing.html": ["keyboardSignUp"],
      "sign-in.html": ["keyboardReset"],
      "sign-up.html": ["keyboardSignUp"],
      "link.html": ["keyboardRecipient"],
      "checklist.html": ["keyboardRecipient", "keyboardQuestions"],
      "requests.html": ["keyboardList"],
      "index.html": ["keyboardWorkspace", "keyboardReview"],
      "email-links": ["keyboardConfirm"],
    },
  },
  {
    name: "Accessibility tree",
    how: "What the browser hands to a screen reader has one main heading and no control without a name.",
    recorded: everyScreen("tree"),
  },
  {
    name: "400 % zoom",
    how: "In a window of 320 by 256 pixels nothing scrolls sideways, and nothing covers what has the focus. Emails are only as narrow.",
    recorded: { ...everyScreen("zoom"), emails: ["emails"] },
  },
  {
    name: "Text spacing",
    how: "With the line, word and letter spacing of WCAG no text is cut off.",
    recorded: everyScreen("spacing"),
  },
  {
    name: "Forced colours",
    how: "In a contrast theme every control still has an edge, a text or an icon that can be seen.",
    recorded: everyScreen("contrastTheme"),
  },
  {
    name: "Reduced motion",
    how: "Nothing is animated for readers who ask their system for less motion.",
    recorded: everyScreen("motion"),
  },
  {
    name: "Target size",
    how: "Everything that can be pressed measures 24 by 24 pixels, or has the room that WCAG asks for.",
    recorded: everyScreen("targets"),
  },
];

/** Names what the pass is recorded for by what it leaves out. */
export function coverageText({ recorded }: Pick<Pass, "recorded">): string {
  const missing = Object.entries(documents).flatMap(([name, shown]) =>
    recorded[name as DocumentName] === undefined ? [shown] : [],
  );
  if (missing.length === 0) return "All pages and emails.";
  return `All pages and emails except ${new Intl.ListFormat("en", { type: "conjunction" }).format(missing)}.`;
}
