/** "5 items left" stays, "due today" becomes "Due today". */
export const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
