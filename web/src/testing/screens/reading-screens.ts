import { screen } from "@testing-library/react";

/** A screen that shows what it reads. */
export interface ReadingScreen {
  name: string;
  tape: string;
  /** Part of what it shows, once it is there. */
  shows: () => Promise<HTMLElement>;
  /** Where somebody finds themselves whose session was ended; the sign-in page unless told, null where nobody is signed in. */
  left?: { shows: string | RegExp } | null;
}

const text = (words: string | RegExp) => async () => {
  const [first] = await screen.findAllByText(words);
  if (!first) throw new Error(`Nothing says ${words}.`);
  return first;
};

/** A link tells anybody who asks for what. */
const introduction = { shows: /asks you for documents/ };

export const readingScreens: readonly ReadingScreen[] = [
  {
    name: "the way to one's requests",
    tape: "landing-signed-in",
    shows: text("Tax return 2026"),
    left: { shows: "Make a request" },
  },
  { name: "the list of requests", tape: "requests-filled", shows: text("Mortgage application") },
  { name: "a new request", tape: "new-request", shows: text("What is it for?") },
  { name: "a draft", tape: "request-draft", shows: text("Identity document") },
  { name: "a request", tape: "request-waiting", shows: text("Bank statement") },
  { name: "what is asked of somebody", tape: "inbox-filled", shows: text("Tax return 2025") },
  {
    name: "a checklist by its link",
    tape: "checklist-partly",
    shows: text("2 things left"),
    left: introduction,
  },
  { name: "a checklist in the frame", tape: "checklist-in-inbox", shows: text("2 things left") },
  {
    name: "a link that asks who one is",
    tape: "link-introduction",
    shows: text(/asks you for documents/),
    left: null,
  },
  {
    name: "a link for another address",
    tape: "link-other-address",
    shows: text(/sent to another address/),
    left: introduction,
  },
  { name: "the profile", tape: "profile", shows: () => screen.findByDisplayValue("Nora Okafor") },
  { name: "the devices", tape: "security-two-devices", shows: text(/Safari on iPhone/) },
];
