import type { Evidence } from "./evidence.models.ts";

/** The words of OpenACR. */
export const statusNames = {
  supports: "Supports",
  "partially-supports": "Partially supports",
  "does-not-support": "Doesn’t support",
  "not-applicable": "Not applicable",
  "not-evaluated": "Not evaluated",
} as const;

export type Status = keyof typeof statusNames;

/** A claim about one requirement, and its evidence. */
export interface Row {
  num: string;
  name: string;
  status: Status;
  remarks?: string;
  evidence: readonly Evidence[];
}

type Facts = Pick<Row, "status" | "remarks" | "evidence">;

const notApplicable = (remarks: string): Facts => ({ status: "not-applicable", remarks, evidence: [] });

export const unevaluated: Facts = { status: "not-evaluated", evidence: [] };
export const noMedia = notApplicable("Sheaf plays no sound and no video.");
export const openToTools = notApplicable(
  "Sheaf runs in people’s own browsers, together with whatever assistive technology they use.",
);
export const notWeb = notApplicable("Sheaf has no hardware and leaves keys to the system.");
export const softwareOfWeb = notApplicable("Sheaf is a website, to which chapter 9 applies instead.");
export const ofOperator: Facts = {
  status: "not-evaluated",
  remarks: "Support is given by the people who run this site.",
  evidence: [],
};
