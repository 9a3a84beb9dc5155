import type { ItemState } from "@sheaf/contract/states";

/**
 * A part of a sentence. Plain strings are text, never markup. Names and strong parts may be in a script that runs in
 * another direction than the sentence.
 */
export type Inline = string | { name: string } | { strong: string } | { link: string; url: string };

export type Tone = "accepted" | "submitted" | "returned" | "waiting" | "plain";

export interface EmailedFile {
  text: string;
  /** In small type; lower-case hexadecimal. */
  checksum?: string;
}

/** One line of a list of items. */
export interface Row {
  title: string;
  chip?: { label: string; tone: Tone };
  /** Below the title. */
  notes?: readonly string[];
  /** Below the notes. */
  files?: readonly EmailedFile[];
  /** A text that a user wrote, such as the reason for a return. */
  quote?: { text: string; tone: Tone };
}

/** Blocks of a message, from top to bottom. Each block is written as HTML and as text, so that both say the same. */
export type Block =
  | { kind: "heading"; text: string }
  | { kind: "subheading"; text: string }
  | { kind: "paragraph"; text: readonly Inline[]; isQuiet?: boolean }
  /** A person's own words. */
  | { kind: "words"; text: string; by: string }
  /** One mark per required item. The text part leaves it out: the sentence above it has the numbers. */
  | { kind: "progress"; states: readonly ItemState[] }
  | { kind: "rows"; rows: readonly Row[]; isNumbered?: boolean }
  | { kind: "button"; label: string; url: string }
  /** A code to type, in groups that are easy to read. Copied, they are one number. */
  | { kind: "code"; groups: readonly string[] }
  | { kind: "aside"; text: readonly Inline[] };

/** An email before it is written out. */
export interface Message {
  subject: string;
  /** Shown beside the subject in lists of emails, and nowhere else. */
  preview: string;
  /** The sender: the workspace, or Sheaf itself. */
  brand: string;
  /** Colour of the mark and the buttons, `#rrggbb`, dark enough for white text; by default Sheaf's. */
  accent?: string | null;
  blocks: readonly Block[];
  /** Why this email came, and how to stop it. */
  footer: readonly (readonly Inline[])[];
}
