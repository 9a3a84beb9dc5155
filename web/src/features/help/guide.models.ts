export interface GuideSection {
  title: string;
  steps: readonly string[];
}

/** The main jobs, in the order in which a new member meets them. */
export const guide: readonly GuideSection[] = [
  {
    title: "Ask for documents",
    steps: [
      "Choose “New request”, enter a title and the recipients, and list what you need, one item per line. A pasted list becomes one item for each line.",
      "“Send request” emails everyone a link, or gives you the link to share in your own way. The same request can go to many people at once.",
      "Save a list that you’ll use again as a template.",
    ],
  },
  {
    title: "Know who you’re asking",
    steps: [
      "A person’s page shows everything you asked them for. “Edit” adds a phone number, a note and a client: a household or a company. No recipient sees them.",
      "Type a client’s name into the recipients of a new request to add all of its people.",
      "“Request again for next year” on that page copies a done request, with years and due date moved a year on. Check them before you send it.",
      "“Add people” takes a list from a CSV or Excel file, with columns for phone and client if it has them.",
    ],
  },
  {
    title: "Review what arrives",
    steps: [
      "“Review” shows one file at a time. Accept it, or return it with a reason for the recipient.",
      "Several decisions go out in one email, ten minutes after the first return, or at once with “Send now”.",
      "“Undo” reverses a decision.",
    ],
  },
  {
    title: "Let reminders do the chasing",
    steps: [
      "Each reminder lists what is still missing. The line “Next reminder” on the request shows when it will be sent, and lets you preview, pause or change it.",
      "Reminders stop by themselves once nothing is missing.",
    ],
  },
  {
    title: "Work on many requests at once",
    steps: [
      "“Save this view” keeps the tab, search, filters and order of the list under a name. “Views” leads back to it, on all your devices.",
      "Select requests in the list to remind, assign, tag or download them together, or to give them one due date. You can undo most of these.",
    ],
  },
  {
    title: "If someone can’t get in",
    steps: [
      "The link opens only for the addresses of the request. “Correct address” in the person’s menu fixes a typo and emails the link again.",
      "Someone who opens it with another address can ask to be added. Their request appears below the recipients.",
      "The email with the code may be in the spam folder. A code expires after 15 minutes; they can request a new one.",
    ],
  },
];
