/** What the link of a request shows to anyone who has it. */
export const linkPageText = (showsItems: boolean): string =>
  showsItems
    ? "Shows the title, the due date and the titles of all items to anyone who has the link."
    : "Shows the title and the due date. Items only after an address is confirmed.";
