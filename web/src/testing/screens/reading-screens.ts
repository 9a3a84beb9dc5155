import { screen } from "@testing-library/react";

/** A screen that loads and shows data. */
export interface ReadingScreen {
  name: string;
  tape: string;
  /** Finds a part of the loaded content. */
  shows: () => Promise<HTMLElement>;
  /** Content shown after the session ends: by default the sign-in page; null for a screen without a session. */
  afterSignOut?: { shows: string | RegExp } | null;
}

const text = (shown: string | RegExp) => async () => {
  const [first] = await screen.findAllByText(shown);
  if (!first) throw new Error(`Nothing says ${shown}.`);
  return first;
};

/** A link shows its introduction to signed-out visitors. */
const introduction = { shows: /asks you for documents/ };

export const readingScreens: readonly ReadingScreen[] = [
  {
    name: "the redirect to the requests",
    tape: "landing-signed-in",
    shows: text("Tax return 2026"),
    afterSignOut: { shows: "Open source. Run it yourself for free." },
  },
  { name: "the list of requests", tape: "requests-filled", shows: text("Mortgage application") },
  { name: "the list of shared requests", tape: "requests-shared", shows: text("Private client") },
  { name: "the list of people", tape: "people-waiting", shows: text("Anna Lind") },
  { name: "what is sent to many", tape: "many-sending", shows: text("Sofia Brandt") },
  { name: "templates to send to many", tape: "many-people", shows: text("Which template?") },
  { name: "a new request", tape: "new-request", shows: text("Title") },
  { name: "a draft", tape: "request-draft", shows: text("Identity document") },
  { name: "a request", tape: "request-waiting", shows: text("Bank statement") },
  { name: "the recipient’s requests", tape: "inbox-filled", shows: text("Tax return 2025") },
  {
    name: "a checklist opened by its link",
    tape: "checklist-partly",
    shows: text("2 items left"),
    afterSignOut: introduction,
  },
  { name: "a checklist in the app layout", tape: "checklist-in-inbox", shows: text("2 items left") },
  {
    name: "a link for a signed-out visitor",
    tape: "link-introduction",
    shows: text(/asks you for documents/),
    afterSignOut: null,
  },
  {
    name: "a link for another address",
    tape: "link-other-address",
    shows: text(/sent to another address/),
    afterSignOut: introduction,
  },
  { name: "the profile", tape: "profile", shows: () => screen.findByDisplayValue("Nora Okafor") },
  { name: "the tags", tape: "tags", shows: text("Private client") },
  { name: "the devices", tape: "security-two-devices", shows: text(/Safari on iPhone/) },
];
