import type { CapturedEmail } from "./mailbox.ts";

/** The code and link of a sign-in email. */
export interface CodeAndLink {
  code?: string;
  link?: string;
}

/** Finds the code (6 to 10 digits on their own, or groups at the end of the subject) and the link with a token. */
export function findCodeAndLink(mail: CapturedEmail): CodeAndLink {
  const grouped = /(?<=: your code is |^Your Sheaf code is )\d{4} \d{2,6}$/.exec(mail.subject)?.[0];
  const code = grouped?.replace(" ", "") ?? /(?<![\w.@-])\d{6,10}(?![\w@-])/.exec(mail.text)?.[0];
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((address) => /[?&]token(_hash)?=/.test(address));
  return { ...(code && { code }), ...(link && { link }) };
}
