/** The states of an item by the product's words, each with its word on screen. */
export const itemStateWords = {
  missing: "Missing",
  submitted: "Submitted",
  returned: "Returned",
  accepted: "Accepted",
  waived: "Waived",
} as const;

export type ItemState = keyof typeof itemStateWords;
