import type { Block, Inline, Message, Row } from "@sheaf/email/message";

/** An email as its parts, before they are written as HTML and as text. */
export type WrittenEmail = Message;
export type EmailBlock = Block;
export type EmailRow = Row;
export type EmailWords = readonly Inline[];
