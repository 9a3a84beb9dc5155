import type { Receipt, ReceiptFile, ReceiptItem } from "@sheaf/contract/receipt/receipt";
import type { ReceiptProblem } from "@sheaf/contract/receipt/verify";

/** A file on this device, after it was hashed. */
export interface HashedFile {
  name: string;
  /** Bytes. */
  size: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

interface Entry {
  item: ReceiptItem;
  file: ReceiptFile;
}

export type Judgement =
  /** The receipt has these bytes; under another name perhaps. */
  | ({ kind: "received" } & Entry)
  /** The receipt has the name, with other bytes. */
  | ({ kind: "different" } & Entry)
  | { kind: "absent" };

/** Compares by content first, because people rename their copies. */
export function judge(receipt: Receipt, { name, size, sha256 }: HashedFile): Judgement {
  const entries = receipt.items.flatMap((item) => item.files.map((file): Entry => ({ item, file })));
  const same = entries.filter(({ file }) => file.sha256 === sha256 && file.size === size);
  const received = same.find(({ file }) => file.name === name) ?? same[0];
  if (received) return { kind: "received", ...received };
  const named = entries.find(({ file }) => file.name.normalize() === name.normalize());
  return named ? { kind: "different", ...named } : { kind: "absent" };
}

export const countFiles = ({ items }: Receipt): number =>
  items.reduce((count, { files }) => count + files.length, 0);

/** Groups of four, as people compare them: "7F2C 91A0 5D3E 44B8". */
export const grouped = (hex: string): string => (hex.match(/.{1,4}/g) ?? []).join(" ");

/** First and last characters of a checksum: "9c41 e07b 22d8 … a3b7". */
export const shortSum = (sha256: string): string => `${grouped(sha256.slice(0, 12))} … ${sha256.slice(-4)}`;

export interface Advice {
  title: string;
  text: string;
}

export const receiptAdvice: Readonly<Record<ReceiptProblem, Advice>> = {
  too_large: {
    title: "This file is too large to be a receipt",
    text: "Choose the receipt itself. It’s a small file whose name ends in .json.",
  },
  cut: {
    title: "This receipt is incomplete",
    text: "Its end is missing. Save it again from where you got it.",
  },
  not_a_receipt: {
    title: "This isn’t a receipt",
    text: "Choose the file that came with the email or in the download. Its name ends in .json.",
  },
  other_version: {
    title: "This receipt has a version that this page doesn’t know",
    text: "Reload the page. If that doesn’t help, check it on the site that issued it.",
  },
  unknown_key: {
    title: "This receipt wasn’t signed by this site",
    text: "Its key isn’t one of ours. Check it on the site that issued it; don’t rely on it until then.",
  },
  changed: {
    title: "This receipt was changed",
    text: "Its content doesn’t match its signature. Don’t rely on anything it says; ask for it again.",
  },
};
