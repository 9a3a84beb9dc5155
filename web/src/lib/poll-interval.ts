/** Milliseconds. Polling stops while the page is hidden. */
export const pollInterval = 5000;
