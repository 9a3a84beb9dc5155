import { setTimeout as wait } from "node:timers/promises";

/** A mail as Mailpit's JSON tells it, reduced to what a reader needs. */
export interface ReceivedMail {
  id: string;
  subject: string;
  html: string;
  text: string;
}

interface Summary {
  ID: string;
  Created: string;
  To: { Address: string }[];
}

const pauseMs = 50;

/** Reads a Mailpit, or the local mailbox, which speaks the same JSON. */
export function mailpitClient(options: { url: string; patienceMs?: number }) {
  const patienceMs = options.patienceMs ?? 10_000;

  async function read<T>(path: string): Promise<T> {
    const response = await fetch(`${options.url}${path}`);
    if (!response.ok) throw new Error(`The mailbox answered ${response.status} to ${path}`);
    return (await response.json()) as T;
  }

  async function idsFor(address: string): Promise<string[]> {
    const { messages } = await read<{ messages: Summary[] }>("/api/v1/messages");
    return messages
      .filter((message) => message.To.some((to) => to.Address.toLowerCase() === address.toLowerCase()))
      .map((message) => message.ID);
  }

  return {
    /** Ids of all mails to `address`, newest first: what to pass as `seen` before asking for another mail. */
    idsFor,

    /**
     * The newest mail to `address` that is not among `seen`.
     *
     * @throws when none has come within the client's patience (10 s unless told).
     */
    async nextMail(wanted: { to: string; seen?: readonly string[] }): Promise<ReceivedMail> {
      const deadline = Date.now() + patienceMs;
      while (Date.now() < deadline) {
        const id = (await idsFor(wanted.to)).find((candidate) => !wanted.seen?.includes(candidate));
        if (id) {
          const mail = await read<{ Subject: string; HTML: string; Text: string }>(`/api/v1/message/${id}`);
          return { id, subject: mail.Subject, html: mail.HTML, text: mail.Text };
        }
        await wait(pauseMs);
      }
      throw new Error(`No mail to ${wanted.to} came within ${patienceMs} ms`);
    },

    /** Forgets every mail. */
    async clear(): Promise<void> {
      await fetch(`${options.url}/api/v1/messages`, { method: "DELETE" });
    },
  };
}

/** @throws when the mail holds no sign-in code. */
export function codeIn(mail: ReceivedMail): string {
  const code = /(?<!\d)\d{8}(?!\d)/.exec(mail.text)?.[0];
  if (!code) throw new Error(`The mail "${mail.subject}" holds no code`);
  return code;
}

/** @throws when the mail holds no link to the sidecar's confirm page. */
export function confirmLinkIn(mail: ReceivedMail): string {
  const link = /href="([^"]*\/auth\/confirm\?[^"]*)"/.exec(mail.html)?.[1];
  if (!link) throw new Error(`The mail "${mail.subject}" holds no confirm link`);
  return link.replaceAll("&amp;", "&");
}
