import type { CapturedMail } from "./mailbox.ts";

/** Mailpit's own JSON (its v1 API): whatever reads a Mailpit reads this mailbox. */

interface Address {
  Name: string;
  Address: string;
}

/** The captured mails carry no sender of their own; a real one comes from the SMTP settings. */
const sender: Address = { Name: "Sheaf", Address: "sheaf@localhost" };

/** Characters of the text that a list shows; Mailpit's bound. */
const snippetLength = 250;

function envelope(mail: CapturedMail) {
  return {
    ID: mail.id,
    MessageID: `${mail.id}@localhost`,
    From: sender,
    To: [{ Name: "", Address: mail.to }],
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    Subject: mail.subject,
    Tags: [],
    Size: Buffer.byteLength(mail.html) + Buffer.byteLength(mail.text),
  };
}

/** Body of `GET /api/v1/messages`. */
export function messagesSummary(mails: readonly CapturedMail[], start: number, limit: number) {
  const page = mails.slice(start, start + limit);
  return {
    total: mails.length,
    unread: mails.length,
    count: page.length,
    messages_count: mails.length,
    messages_unread: mails.length,
    start,
    tags: [],
    messages: page.map(summary),
  };
}

function summary(mail: CapturedMail) {
  return {
    ...envelope(mail),
    Read: false,
    Created: mail.sentAt.toISOString(),
    Attachments: 0,
    Snippet: mail.text.replace(/\s+/g, " ").slice(0, snippetLength),
  };
}

/** Body of `GET /api/v1/message/{ID}`. */
export function messageDetail(mail: CapturedMail) {
  return {
    ...envelope(mail),
    ReturnPath: sender.Address,
    Date: mail.sentAt.toISOString(),
    ListUnsubscribe: { Header: "", Links: [], Errors: "", HeaderPost: "" },
    Text: mail.text,
    HTML: mail.html,
    Inline: [],
    Attachments: [],
  };
}
