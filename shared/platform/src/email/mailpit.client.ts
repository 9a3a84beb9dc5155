import { setTimeout as wait } from "node:timers/promises";

/** The parts of a Mailpit message that tests read. */
export interface ReceivedEmail {
  id: string;
  subject: string;
  html: string;
  text: string;
}

interface Summary {
  ID: string;
  Subject: string;
  Created: string;
  To: { Address: string }[];
}

const pollIntervalMs = 50;

/** Client of Mailpit or of the local mailbox, which has the same API. */
export function mailpitClient(options: { url: string; timeoutMs?: number }) {
  const timeoutMs = options.timeoutMs ?? 10_000;

  async function read<T>(path: string): Promise<T> {
    const response = await fetch(`${options.url}${path}`);
    if (!response.ok) throw new Error(`The mailbox answered ${response.status} to ${path}`);
    return (await response.json()) as T;
  }

  async function summariesFor(address: string): Promise<Summary[]> {
    const { messages } = await read<{ messages: Summary[] }>("/api/v1/messages");
    return messages.filter(({ To }) => To.some((to) => to.Address.toLowerCase() === address.toLowerCase()));
  }

  const idsFor = async (address: string): Promise<string[]> =>
    (await summariesFor(address)).map(({ ID }) => ID);

  return {
    /** Ids of all emails to `address`, newest first. Pass them as `seen` to wait for an email sent later. */
    idsFor,

    /** Subjects of the emails to `address` that aren't in `seen`, in alphabetical order. */
    subjectsFor: async (address: string, seen: readonly string[]): Promise<string[]> =>
      (await summariesFor(address))
        .filter(({ ID }) => !seen.includes(ID))
        .map(({ Subject }) => Subject)
        .sort(),

    /**
     * Waits for an email to `to` that isn't in `seen`, and returns the newest.
     *
     * @throws if none arrives within the timeout (10 s by default).
     */
    async nextEmail(query: { to: string; seen?: readonly string[] }): Promise<ReceivedEmail> {
      const deadline = Date.now() + timeoutMs;
      while (Date.now() < deadline) {
        const id = (await idsFor(query.to)).find((candidate) => !query.seen?.includes(candidate));
        if (id) {
          const email = await read<{ Subject: string; HTML: string; Text: string }>(`/api/v1/message/${id}`);
          return { id, subject: email.Subject, html: email.HTML, text: email.Text };
        }
        await wait(pollIntervalMs);
      }
      throw new Error(`No email to ${query.to} arrived within ${timeoutMs} ms`);
    },

    /** Deletes all emails. */
    async clear(): Promise<void> {
      await fetch(`${options.url}/api/v1/messages`, { method: "DELETE" });
    },
  };
}

/** The code, in one piece or in two groups. @throws if the email contains no sign-in code. */
export function codeIn(email: Pick<ReceivedEmail, "subject" | "text">): string {
  const code = /(?<![\w.@=-])\d{4} ?\d{4}(?![\w@])/.exec(email.text)?.[0].replace(" ", "");
  if (!code) throw new Error(`The email "${email.subject}" contains no code`);
  return code;
}

/** @throws if the email contains no link to the sidecar's confirm page. */
export function confirmLinkIn(email: ReceivedEmail): string {
  const link = /href="([^"]*\/auth\/confirm\?[^"]*)"/.exec(email.html)?.[1];
  if (!link) throw new Error(`The email "${email.subject}" contains no confirm link`);
  return link.replaceAll("&amp;", "&");
}
