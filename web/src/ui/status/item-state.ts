/** Labels of the item states. */
export const itemStateLabels = {
  missing: "Missing",
  submitted: "Submitted",
  returned: "Returned",
  accepted: "Accepted",
  waived: "Waived",
} as const;

export type ItemState = keyof typeof itemStateLabels;
