/** Labels of the item states. */
export const itemStateLabels = {
  missing: "Missing",
  partial: "Incomplete",
  submitted: "Submitted",
  returned: "Returned",
  accepted: "Accepted",
  waived: "Not needed",
} as const;

export type ItemState = keyof typeof itemStateLabels;
