/**
 * Time during which a page that has just been shown ignores presses on a button that signs someone in. Such a press was
 * meant for the previous page: a held Enter, for example. Milliseconds.
 */
export const pressDelayMs = 500;
