/** Settings for readers, in Sheaf or around it. */
export const settings: readonly string[] = [
  "The text has the size that you set in your browser, and every page can be zoomed to 400 %.",
  "“Light”, “Dark” and “System” are in the account menu. Without an account, pages follow your system.",
  "In a contrast theme of your system, pages use its colours.",
  "If your system asks for less motion, nothing is animated.",
  "“Single-key shortcuts” in the account menu turns off shortcuts that are one letter, for people who dictate.",
  "The first Tab on a page leads to “Skip to content”.",
  "J and K move through a list, Enter opens a row, and the arrow keys move through a menu.",
];
