import * as v from "valibot";
import { answerKinds, fileVerdicts, itemStates } from "../states.ts";

/** Newest last. */
export const receiptVersions = [1, 2] as const;

const Moment = v.pipe(v.string(), v.isoTimestamp());
const Uuid = v.pipe(v.string(), v.uuid());
const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const ReceiptFile = v.strictObject({
  name: v.string(),
  /** Bytes. */
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Of the stored bytes, as the worker read them; lower-case hexadecimal. */
  sha256: Sha256,
  received_at: Moment,
  verdict: v.nullable(v.picklist(fileVerdicts)),
});
export type ReceiptFile = v.InferOutput<typeof ReceiptFile>;

const ReceiptAnswer = v.strictObject({
  kind: v.picklist(answerKinds),
  /** In stored form, several choices on one line each. Null if the item is sensitive, or the text was erased. */
  text: v.nullable(v.string()),
  answered_at: Moment,
});
export type ReceiptAnswer = v.InferOutput<typeof ReceiptAnswer>;

const ReceiptItem = v.strictObject({
  title: v.string(),
  state: v.picklist(itemStates),
  /** Name of the member behind `accepted`, `returned` or `waived`; null for the other states. */
  decided_by: v.nullable(v.string()),
  files: v.array(ReceiptFile),
  /** The written answer, or the reason for none. Absent in receipts of version 1. */
  answer: v.optional(v.nullable(ReceiptAnswer)),
});
export type ReceiptItem = v.InferOutput<typeof ReceiptItem>;

/** The statement that is signed: everything one recipient had sent for a request at one moment. */
export const Receipt = v.strictObject({
  format: v.literal("sheaf-receipt"),
  version: v.picklist(receiptVersions),
  id: Uuid,
  issued_at: Moment,
  workspace: v.strictObject({ id: Uuid, name: v.string() }),
  request: v.strictObject({ id: Uuid, title: v.string() }),
  recipient: v.strictObject({ email: v.string(), name: v.string() }),
  items: v.array(ReceiptItem),
  /** Last event of the request's history at that moment, and its hash (decision 0064). */
  history: v.strictObject({ seq: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), hash: Sha256 }),
});
export type Receipt = v.InferOutput<typeof Receipt>;

/** The file that people keep. */
export const SignedReceipt = v.strictObject({
  receipt: Receipt,
  signature: v.strictObject({
    algorithm: v.literal("Ed25519"),
    /** Id of the key, as in the key set. */
    kid: v.string(),
    /** 64 bytes over the receipt's canonical form, base64url without padding. */
    value: v.pipe(v.string(), v.regex(/^[\w-]{86}$/)),
  }),
});
export type SignedReceipt = v.InferOutput<typeof SignedReceipt>;

/** A public key as in a JSON Web Key Set (RFC 8037). */
export interface ReceiptKey {
  kid: string;
  /** 32 bytes, base64url without padding. */
  x: string;
}

/** Bytes. A receipt of 100 items with 50 files each has a third of this. */
export const maxReceiptBytes = 5 * 1024 * 1024;
