/** What the link of a request shows to anyone who has it. */
export const linkPageText = (showsItems: boolean): string =>
  showsItems
    ? "Anyone with the link sees the title, the due date and the names of the items."
    : "Shows the title and the due date, but no items.";
