interface Limit {
  title: string;
  /** The cause, in sentences for readers. */
  why: string;
  /** A way round it. */
  instead: string;
  /** Numbers of the criteria that it concerns. */
  criteria: readonly string[];
}

/** Parts that don't work for everyone. A test expects one for each criterion that is met only in part. */
export const limits: readonly Limit[] = [
  {
    title: "Photos and scans have no text",
    why: "Previews of PDFs come with the text inside the PDF. A photo or a scan has none, and Sheaf doesn’t recognise text in pictures.",
    instead:
      "Ask the sender for the same paper as a PDF from a program, or ask about it in the item’s questions.",
    criteria: ["1.1.1"],
  },
  {
    title: "Changing the order of items by pointer needs dragging",
    why: "The handle beside an item of a new request is dragged, or moved by keyboard. There are no buttons for “up” and “down”.",
    instead:
      "Focus the handle and press Space, then the arrow keys, then Space again. Or paste the list in the right order.",
    criteria: ["2.5.7"],
  },
  {
    title: "“Undo” in a message goes after ten seconds",
    why: "The message at the edge of the window makes room for the next one, and the time can’t be changed.",
    instead: "Point at the message or move the focus into it: it stays as long as you do.",
    criteria: ["2.2.1"],
  },
  {
    title: "Open lists update themselves",
    why: "The list, a request and a review look for news every few seconds, so that both sides see the same. There’s no switch for that.",
    instead: "Use “Download all” for a copy of the request that doesn’t change.",
    criteria: ["2.2.2"],
  },
  {
    title: "Sheaf speaks English only, and doesn’t know the language of what people write",
    why: "A screen reader pronounces a message or a title in another language as if it were English.",
    instead: "Switch the voice of the screen reader by hand, or let the browser translate the page.",
    criteria: ["3.1.2"],
  },
  {
    title: "The last digit of a code submits it",
    why: "Most people expect it, so there’s no need to find the button. The page doesn’t announce it.",
    instead:
      "Check the first seven digits before you type the last one. A wrong code can be replaced at once.",
    criteria: ["3.2.2"],
  },
  {
    title: "A CAPTCHA may stand before sign-in",
    why: "The people who run a site can turn one on. It comes from another company, whose part no test has loaded.",
    instead:
      "Stay signed in: it comes only before an email or a sign-in. Ask the people who run this site if you can’t pass it.",
    criteria: ["3.3.8"],
  },
  {
    title: "Nobody who uses assistive technology has tested Sheaf yet",
    why: "Tests read what the browser hands to a screen reader. No person has listened to it, and Firefox and Safari weren’t tried.",
    instead:
      "Tell the people who run this site what you meet, with the browser and the program that you use.",
    criteria: [],
  },
];
