import type { CapturedEmail } from "./mailbox.ts";

/** The code and link of a sign-in email. */
export interface CodeAndLink {
  code?: string;
  link?: string;
}

/** Finds the code (6 to 10 digits on their own) and the link with a token, if the email has them. */
export function findCodeAndLink(mail: CapturedEmail): CodeAndLink {
  const code = /(?<![\w.@-])\d{6,10}(?![\w@-])/.exec(mail.text)?.[0];
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((address) => /[?&]token(_hash)?=/.test(address));
  return { ...(code && { code }), ...(link && { link }) };
}
