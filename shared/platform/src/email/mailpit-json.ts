import type { CapturedEmail } from "./mailbox.ts";

/** Shapes of Mailpit's v1 API, so that clients of Mailpit can read this mailbox. */

interface Address {
  Name: string;
  Address: string;
}

/** Stored emails have no sender; only SMTP settings name one. */
const sender: Address = { Name: "Sheaf", Address: "sheaf@localhost" };

/** Mailpit's limit for the text in a list, in characters. */
const snippetLength = 250;

/** Names an attachment in addresses. */
export const partId = (index: number): string => String(index + 1);

function envelope(email: CapturedEmail) {
  return {
    ID: email.id,
    MessageID: `${email.id}@localhost`,
    From: sender,
    To: [{ Name: "", Address: email.to }],
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    Subject: email.subject,
    Tags: [],
    Size: Buffer.byteLength(email.html) + Buffer.byteLength(email.text),
  };
}

/** Body of `GET /api/v1/messages`. */
export function messagesSummary(emails: readonly CapturedEmail[], start: number, limit: number) {
  const page = emails.slice(start, start + limit);
  return {
    total: emails.length,
    unread: emails.length,
    count: page.length,
    messages_count: emails.length,
    messages_unread: emails.length,
    start,
    tags: [],
    messages: page.map(summary),
  };
}

function summary(email: CapturedEmail) {
  return {
    ...envelope(email),
    Read: false,
    Created: email.sentAt.toISOString(),
    Attachments: email.attachments?.length ?? 0,
    Snippet: email.text.replace(/\s+/g, " ").slice(0, snippetLength),
  };
}

/** Body of `GET /api/v1/message/{ID}`. */
export function messageDetail(email: CapturedEmail) {
  return {
    ...envelope(email),
    ReturnPath: sender.Address,
    Date: email.sentAt.toISOString(),
    ListUnsubscribe: { Header: "", Links: [], Errors: "", HeaderPost: "" },
    Text: email.text,
    HTML: email.html,
    Inline: [],
    Attachments: (email.attachments ?? []).map(({ name, type, content }, index) => ({
      PartID: partId(index),
      FileName: name,
      ContentType: type,
      ContentID: "",
      Size: content.byteLength,
    })),
  };
}
