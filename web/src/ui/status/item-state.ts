/** Labels of the item states. */
export const itemStateWords = {
  missing: "Missing",
  submitted: "Submitted",
  returned: "Returned",
  accepted: "Accepted",
  waived: "Waived",
} as const;

export type ItemState = keyof typeof itemStateWords;
