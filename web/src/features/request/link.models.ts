import { pages } from "@sheaf/contract/pages";

/** The whole link, to be shared. */
export function linkUrl(token: string, origin: string): string {
  return origin + pages.link.href({ token });
}

/** The link in the little room beside the checklist: "sheaf.example/r/8Kd2…pQ". */
export function shortLink(token: string, host: string): string {
  const short = token.length > 8 ? `${token.slice(0, 4)}…${token.slice(-2)}` : token;
  return host + pages.link.href({ token: short });
}

export interface Invitation {
  title: string;
  message: string;
  /** The due day as the reader writes days, or null. */
  due: string | null;
  link: string;
}

/** What is written to the people asked: the requester's own words first, then where to go and what to expect there. */
export function invitationText({ message, due, link }: Omit<Invitation, "title">): string {
  return [
    ...(message === "" ? [] : [message]),
    `Please add the documents here:\n${link}`,
    `${due === null ? "" : `They are needed by ${due}. `}The page asks for your email address and a code that is sent to it.`,
  ].join("\n\n");
}

/** Mail programs cut longer addresses. Characters after encoding. */
const longestMailto = 1900;

/** A mail that waits to be sent in the person's own mail program; without the message where that would be too long. */
export function mailDraft(invitation: Invitation, addresses: readonly string[]): string {
  const to = addresses.map((address) => encodeURIComponent(address).replaceAll("%40", "@")).join(",");
  const subject = encodeURIComponent(invitation.title);
  const compose = (message: string) => {
    const body = invitationText({ ...invitation, message }).replaceAll(/\r?\n/gu, "\r\n");
    return `mailto:${to}?subject=${subject}&body=${encodeURIComponent(body)}`;
  };
  const whole = compose(invitation.message);
  return whole.length > longestMailto ? compose("") : whole;
}
