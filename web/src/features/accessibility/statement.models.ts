/** Sentences before the count of criteria. */
export const summary: readonly string[] = [
  "Sheaf conforms in part to the Web Content Accessibility Guidelines (WCAG) 2.2 at levels A and AA. Some criteria are met only in part, and some haven’t been evaluated.",
  "The same goes for the European standard EN 301 549, version 3.2.1, as far as it’s about websites.",
  "This covers every page of this site and the emails that it sends. It doesn’t cover the files that people upload, or other sites that pages link to.",
];

/** What an operator who sets `CONTACT_URL` promises. */
export const answerDays = 5;
