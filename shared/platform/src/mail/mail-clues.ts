import type { CapturedMail } from "./mailbox.ts";

/** What a person opens a sign-in mail for. */
export interface MailClues {
  code?: string;
  link?: string;
}

/** The code (6 to 10 digits standing alone) and the link with a token, where the mail holds them. */
export function findClues(mail: CapturedMail): MailClues {
  const code = /(?<![\w.@-])\d{6,10}(?![\w@-])/.exec(mail.text)?.[0];
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((address) => /[?&]token(_hash)?=/.test(address));
  return { ...(code && { code }), ...(link && { link }) };
}
