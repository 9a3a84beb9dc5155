/** Replaces values that vary from run to run and values that must stay secret. */
export const masked = "taped";
