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
      "A list that you use again belongs in a template.",
    ],
  },
  {
    title: "Review what arrives",
    steps: [
      "“Review” shows one file after the other. Accept it, or return it with a reason, which the recipient reads.",
      "Several decisions go out in one email, ten minutes after the first return, or at once with “Send now”.",
      "“Undo” reverses a decision.",
    ],
  },
  {
    title: "Let reminders do the chasing",
    steps: [
      "Each reminder lists what is still missing. The line “Next reminder” on the request shows when it leaves, and lets you preview, pause or change it.",
      "Reminders stop by themselves once nothing is missing.",
    ],
  },
  {
    title: "If someone can’t get in",
    steps: [
      "The link opens only for the addresses of the request. “Correct address” in the person’s menu fixes a typo and emails the link again.",
      "Someone who opens it with another address can ask to be added. You’ll find that below the recipients.",
      "The code is in an email that may be in the spam folder. It expires after 15 minutes, and a new one can be requested.",
    ],
  },
];
