/**
 * The address that a link was emailed to, in its fragment: browsers send that to no server, and name it in no referrer. It
 * saves its reader the typing and proves nothing, because anyone can write it.
 */
const name = "for";

/** Longest address by RFC 5321. */
const maxLength = 254;

export function addressedLink(link: string, address: string): string {
  return `${link}#${new URLSearchParams({ [name]: address })}`;
}

/** @param fragment of a link, with its "#". @returns "" for a fragment that holds no address, or to which a tracker has added something. */
export function addressIn(fragment: string): string {
  const address = new URLSearchParams(fragment.replace(/^#/, "")).get(name) ?? "";
  return address.length <= maxLength && /^[^\s@\p{C}]+@[^\s@?&/\p{C}]+$/u.test(address) ? address : "";
}
