import type { Evidence } from "./evidence.models.ts";

/** A test of the repository, by the title that it has in its file. */
interface RecordedTest {
  file: string;
  title: string;
}

const screens = "e2e/fixtures/inspect-screen.ts";
const ui = "web/src/ui/keyboard.test.tsx";

/** The test behind each evidence, apart because the page doesn't need it. A test of this folder fails when a title is gone. */
export const recorded: Readonly<Record<Evidence, RecordedTest>> = {
  axe: {
    file: "e2e/specs/screens.spec.ts",
    title:
      "every screen passes axe, light and dark, fits a phone and a desk, and can be read as its reader sets it",
  },
  tree: {
    file: screens,
    title: "the accessibility tree has one main heading and no nameless control",
  },
  purposes: {
    file: screens,
    title: "fields about their reader say so to the browser",
  },
  targets: {
    file: screens,
    title: "every target is large enough and named by what it shows",
  },
  zoom: {
    file: screens,
    title: "at 400 % zoom nothing scrolls sideways, hides the focus or changes because of it",
  },
  spacing: {
    file: screens,
    title: "text spaced as its reader sets it is neither cut off nor wider than the window",
  },
  contrastTheme: {
    file: screens,
    title: "a contrast theme leaves every control visible",
  },
  motion: {
    file: screens,
    title: "nothing moves for readers who asked for less motion",
  },
  contrastStates: {
    file: "e2e/specs/world-devices.spec.ts",
    title:
      "a dropped folder is opened without its junk, and a contrast theme keeps progress and the current page visible",
  },
  largeText: {
    file: "e2e/specs/world-readers.spec.ts",
    title: "large letters, another keyboard, dictation and a small screen are all respected",
  },
  keyboardSignUp: {
    file: "e2e/specs/keyboard.spec.ts",
    title: "signing up from the landing page and signing in with a second factor work by keyboard alone",
  },
  keyboardReset: {
    file: "e2e/specs/keyboard.spec.ts",
    title: "resetting a password with a second factor and signing in with it work by keyboard alone",
  },
  keyboardRecipient: {
    file: "e2e/specs/keyboard.spec.ts",
    title: "a recipient opens a link, skips to the content and sends a file by keyboard alone",
  },
  keyboardWorkspace: {
    file: "e2e/specs/without-mouse.spec.ts",
    title: "a workspace is run by keyboard alone, from a template to a member's invitation",
  },
  keyboardQuestions: {
    file: "e2e/specs/questions.spec.ts",
    title:
      "by keyboard alone a question goes back and forth, is unread everywhere until it is read, is resolved and reopened",
  },
  keyboardReview: {
    file: "e2e/specs/file-verdicts.spec.ts",
    title: "one decision keeps a file and returns another, by keyboard alone, until everything is accepted",
  },
  keyboardList: {
    file: "e2e/specs/lists.spec.ts",
    title:
      "a search finds requests in every state, which are selected and cancelled by keyboard, downloaded and duplicated together",
  },
  keyboardConfirm: {
    file: "e2e/specs/email-link.spec.ts",
    title: "a held Enter doesn't count, and Tab leads to the button first",
  },
  keyboardReorder: {
    file: "web/src/features/request-editor/request-editor.test.tsx",
    title: "an item is moved by keyboard with announcements, and Escape cancels the move",
  },
  selectByKey: {
    file: "web/src/features/requests/selection/selection.test.tsx",
    title: "rows are selected one by one, by range, all at once and by key, and Escape ends it",
  },
  menuKeys: {
    file: ui,
    title: "closes on Escape without a choice and returns focus to its button",
  },
  dialogKeys: {
    file: ui,
    title: "closes on Escape and starts empty the next time",
  },
  dialogName: {
    file: ui,
    title: "is named by its title and closes with its close button",
  },
  codeAutofill: {
    file: ui,
    title: "is a single field that phones can autofill",
  },
  codePaste: { file: ui, title: "accepts a pasted code with spaces" },
  codeError: { file: ui, title: "is described by its error" },
  singleKeys: {
    file: "web/src/lib/shortcuts.test.tsx",
    title: "letters are not heard once single keys are off, and Escape still is",
  },
  headings: {
    file: "web/src/features/request/panel/request-panel.test.tsx",
    title: "the headings of the page are in order",
  },
  linkHeading: {
    file: "web/src/features/link-entry/link-entry.test.tsx",
    title: "has one main heading, also while a code is awaited",
  },
  addressKept: {
    file: "web/src/features/link-entry/link-entry.test.tsx",
    title: "says that the session has ended elsewhere, with the address ready for a new code",
  },
  addressFilled: {
    file: "web/src/features/link-entry/link-entry.test.tsx",
    title: "fills in the address that it was emailed to, which leaves the address bar",
  },
  fieldFocus: {
    file: "web/src/features/answer/written/written-answer.test.tsx",
    title: "the field that is wrong gets the focus",
  },
  draftErrors: {
    file: "web/src/features/request-editor/request-editor.test.tsx",
    title: "an invalid address is named and gets focus on sending",
  },
  errorTexts: {
    file: "shared/contract/src/errors/describe-error.test.ts",
    title: "are one sentence for what happened and one for what to do, without codes",
  },
  confirmFirst: {
    file: "web/src/ui/overlays/confirm-dialog.test.tsx",
    title: "a quick Enter cancels and returns focus",
  },
  removeConfirmed: {
    file: "web/src/features/answer/checklist.test.tsx",
    title: "can be removed until it is accepted, after a confirmation that names it",
  },
  uploadsSaid: {
    file: "web/src/steps/uploads/upload-text.models.test.ts",
    title: "of a failure includes the reason and the next step",
  },
  newsSaid: {
    file: "web/src/features/answer/news.models.test.ts",
    title: "an item that came back is announced once, with its reason",
  },
  endSaid: {
    file: "web/src/features/answer/done/done.test.tsx",
    title: "gives way to an item that comes back, which is announced with its reason",
  },
  failureSaid: {
    file: "web/src/ui/overlays/confirm-dialog.test.tsx",
    title: "a failure is announced and describes the button for another attempt",
  },
  thumbs: {
    file: "e2e/specs/questions-mobile.spec.ts",
    title: "a recipient asks and reads the reply by thumb alone, on two devices",
  },
  zoomButtons: {
    file: "e2e/specs/review-window.spec.ts",
    title: "pages, fit, zoom and rotation act on the file, and Accept never moves",
  },
  pdfText: {
    file: "e2e/specs/world-documents.spec.ts",
    title: "what a PDF carries is listed, read aloud and opened with a password that isn’t kept",
  },
  brandColour: {
    file: "e2e/specs/branding.spec.ts",
    title: "recipients see a workspace's logo and colour, and only what can be used is taken",
  },
  emails: {
    file: "e2e/specs/email-looks.spec.ts",
    title: "every email of the preview fits 320 and 600 pixels, and can be read in both color schemes",
  },
  hebrew: {
    file: "e2e/specs/world-people.spec.ts",
    title: "a request in Hebrew keeps its full stops, numbers and Latin words in place, on both sides",
  },
  polling: {
    file: "e2e/specs/polling.spec.ts",
    title:
      "a request, the list, the results of a search and the progress of a bulk send poll while they are visible, and not while they are hidden",
  },
  passkey: {
    file: "e2e/specs/passkeys.spec.ts",
    title:
      "a passkey signs in by the button or the browser's offer, after a failed verification too, until it is removed",
  },
  sameBytes: {
    file: "e2e/specs/damaged-file.spec.ts",
    title: "a file is being checked, then verified, and damaged if its bytes were exchanged on the disk",
  },
  help: {
    file: "web/src/app/help.test.tsx",
    title: "help is in the menu of the account, with the operator's contact",
  },
  statement: {
    file: "web/src/app/accessibility.test.tsx",
    title: "the statement has its limits, what readers can set, and a contact with a promise",
  },
};
