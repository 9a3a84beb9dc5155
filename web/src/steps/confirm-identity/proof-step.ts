import type { ProofAct } from "@sheaf/contract/proof-acts";

/** One way of answering an identity question. */
export interface ProofStep {
  act: ProofAct;
  /** The user who has to be proven. */
  userId: string;
  /** With the time until which the act must begin, in milliseconds since 1970. */
  onProven: (validUntil: number) => void;
  onCancel: () => void;
}
