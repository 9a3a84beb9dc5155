/**
 * Time during which a page that has just been shown ignores presses on a button that signs someone in. Such a press was
 * meant for the page before: a held Enter, or the second half of a double-click. Milliseconds.
 */
export const pressDelayMs = 500;
