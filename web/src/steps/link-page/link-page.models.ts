/** What the link of a request shows to anyone who has it. */
export const linkPageText = (showsItems: boolean): string =>
  showsItems
    ? "Shows the title, the due date and what each item is called to anyone with the link."
    : "Shows the title and the due date, but no items.";
