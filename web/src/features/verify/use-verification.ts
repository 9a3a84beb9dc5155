import { canonicalBytes } from "@sheaf/contract/receipt/canonical";
import { maxReceiptBytes, type SignedReceipt } from "@sheaf/contract/receipt/receipt";
import { checkReceipt, looksLikeReceipt, type ReceiptProblem } from "@sheaf/contract/receipt/verify";
import { useEffect, useRef, useState } from "react";
import { hashContent } from "../../data/uploads/queue/hash-content.ts";
import { receiptKeys } from "../../lib/receipt-keys.ts";
import { startSha256 } from "../../lib/sha256.ts";

export type ReceiptState =
  | { status: "none" }
  | { status: "refused"; problem: ReceiptProblem }
  /** `fingerprint`: SHA-256 of the signed content. */
  | { status: "genuine"; signed: SignedReceipt; fingerprint: string };

export interface DroppedFile {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
  /** Undefined until the file was read; null if it can't be. */
  sha256: string | null | undefined;
}

export interface Verification {
  receipt: ReceiptState;
  files: readonly DroppedFile[];
  isReading: boolean;
  /** Files and receipts in any order. */
  add: (chosen: readonly File[]) => void;
}

/** Reads receipts and files on this device and sends nothing. */
export function useVerification(): Verification {
  const [receipt, setReceipt] = useState<ReceiptState>({ status: "none" });
  const [files, setFiles] = useState<readonly DroppedFile[]>([]);
  const [reading, setReading] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const here = new AbortController();
    leaving.current = here;
    return () => here.abort();
  }, []);

  const addFile = async (file: File, id: number): Promise<void> => {
    setFiles((before) => [...before, { id, name: file.name, size: file.size, sha256: undefined }]);
    const sha256 = await hashContent(file, { signal: leaving.current.signal }).catch(() => null);
    setFiles((before) =>
      before.map((other) => (other.id === id ? Object.assign({}, other, { sha256 }) : other)),
    );
  };
  const read = async (chosen: readonly File[], firstId: number): Promise<void> => {
    for (const [index, file] of chosen.entries()) {
      // Enough to recognize a receipt by. Folders can't be read.
      const start = await file
        .slice(0, 64)
        .text()
        .catch(() => "");
      if (looksLikeReceipt(start)) setReceipt(await readReceipt(file));
      else await addFile(file, firstId + index);
    }
  };
  return {
    receipt,
    files,
    isReading: reading > 0,
    add: (chosen) => {
      setReading((count) => count + 1);
      void read(chosen, nextId(chosen.length)).finally(() => setReading((count) => count - 1));
    },
  };
}

let lastId = 0;

function nextId(count: number): number {
  const first = lastId + 1;
  lastId += count;
  return first;
}

async function readReceipt(file: File): Promise<ReceiptState> {
  if (file.size > maxReceiptBytes) return { status: "refused", problem: "too_large" };
  const check = await checkReceipt(await file.text(), receiptKeys(document));
  if ("problem" in check) return { status: "refused", problem: check.problem };
  const content = canonicalBytes(check.signed.receipt);
  const hash = startSha256(content.length);
  hash.update(content);
  return { status: "genuine", signed: check.signed, fingerprint: await hash.digest() };
}
