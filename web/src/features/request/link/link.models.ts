import { pages } from "@sheaf/contract/pages";
import type { Request } from "../../../data/requests/request.models.ts";

/** The whole link. */
export function linkUrl(token: string, origin: string): string {
  return origin + pages.link.href({ token });
}

/** The link shortened for the card: "sheaf.example/r/8Kd2…pQ". */
export function shortLink(token: string, host: string): string {
  const short = token.length > 8 ? `${token.slice(0, 4)}…${token.slice(-2)}` : token;
  return host + pages.link.href({ token: short });
}

/** No recipient has opened the link yet, and the sender has to share it. */
export function isLinkToShare({
  phase,
  isInviting,
  isOpened,
}: Pick<Request, "phase" | "isInviting" | "isOpened">): boolean {
  return phase === "open" && !isInviting && !isOpened;
}

export interface Invitation {
  title: string;
  message: string;
  /** Formatted due date, or null. */
  due: string | null;
  link: string;
}

/** Text of the invitation: the requester's message, then the link and what to expect there. */
export function invitationText({ message, due, link }: Omit<Invitation, "title">): string {
  return [
    ...(message === "" ? [] : [message]),
    `Please add the documents here:\n${link}`,
    `${due === null ? "" : `They are due by ${due}. `}The page will ask for your email address and send you a code.`,
  ].join("\n\n");
}

/** Some email apps cut longer URLs. Characters after encoding. */
const maxMailtoLength = 1900;

/** A `mailto:` URL with the invitation; without the requester's message if it would be too long. */
export function emailDraft(invitation: Invitation, addresses: readonly string[]): string {
  const to = addresses.map((address) => encodeURIComponent(address).replaceAll("%40", "@")).join(",");
  const subject = encodeURIComponent(invitation.title);
  const compose = (message: string) => {
    const body = invitationText({ ...invitation, message }).replaceAll(/\r?\n/gu, "\r\n");
    return `mailto:${to}?subject=${subject}&body=${encodeURIComponent(body)}`;
  };
  const full = compose(invitation.message);
  return full.length > maxMailtoLength ? compose("") : full;
}
