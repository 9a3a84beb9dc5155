/** In place of what is different each time, and of what nobody must read. */
export const masked = "taped";
