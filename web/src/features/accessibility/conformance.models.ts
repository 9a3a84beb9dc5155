import type { Evidence } from "./evidence.models.ts";
import {
  noMedia,
  notWeb,
  ofOperator,
  openToTools,
  softwareOfWeb,
  type Row,
  unevaluated,
} from "./rows.models.ts";

/** A criterion of WCAG 2.2. */
export interface Criterion extends Row {
  level: "A" | "AA";
  /** EN 301 549 V3.2.1 refers to WCAG 2.1. */
  since?: "2.2";
}

const met = (...evidence: readonly [Evidence, ...Evidence[]]) => ({ status: "supports", evidence }) as const;

/** The 55 criteria of WCAG 2.2 at levels A and AA. */
export const criteria: readonly Criterion[] = [
  {
    num: "1.1.1",
    name: "Non-text Content",
    level: "A",
    status: "partially-supports",
    remarks:
      "Icons, progress and previews have a text, and pages of PDFs are also given as text. Photos and scans that people upload only have the name of their file.",
    evidence: ["axe", "tree", "pdfText"],
  },
  { num: "1.2.1", name: "Audio-only and Video-only (Prerecorded)", level: "A", ...noMedia },
  { num: "1.2.2", name: "Captions (Prerecorded)", level: "A", ...noMedia },
  { num: "1.2.3", name: "Audio Description or Media Alternative (Prerecorded)", level: "A", ...noMedia },
  { num: "1.2.4", name: "Captions (Live)", level: "AA", ...noMedia },
  { num: "1.2.5", name: "Audio Description (Prerecorded)", level: "AA", ...noMedia },
  {
    num: "1.3.1",
    name: "Info and Relationships",
    level: "A",
    ...met("axe", "tree", "headings", "codeError"),
  },
  { num: "1.3.2", name: "Meaningful Sequence", level: "A", ...unevaluated },
  { num: "1.3.3", name: "Sensory Characteristics", level: "A", ...unevaluated },
  {
    num: "1.3.4",
    name: "Orientation",
    level: "AA",
    remarks: "Every screen is walked upright and sideways.",
    ...met("axe", "zoom", "largeText"),
  },
  { num: "1.3.5", name: "Identify Input Purpose", level: "AA", ...met("purposes", "codeAutofill") },
  {
    num: "1.4.1",
    name: "Use of Color",
    level: "A",
    ...unevaluated,
    remarks: "Only progress and the current page were looked at without colours.",
  },
  { num: "1.4.2", name: "Audio Control", level: "A", ...noMedia },
  {
    num: "1.4.3",
    name: "Contrast (Minimum)",
    level: "AA",
    remarks: "Also for the colour that a workspace chooses: one that can’t be read isn’t taken.",
    ...met("axe", "brandColour", "emails"),
  },
  { num: "1.4.4", name: "Resize Text", level: "AA", ...met("largeText", "zoom") },
  {
    num: "1.4.5",
    name: "Images of Text",
    level: "AA",
    status: "not-applicable",
    remarks: "The only pictures are logos, QR codes and files that people upload.",
    evidence: [],
  },
  { num: "1.4.10", name: "Reflow", level: "AA", ...met("zoom", "emails") },
  { num: "1.4.11", name: "Non-text Contrast", level: "AA", ...unevaluated },
  { num: "1.4.12", name: "Text Spacing", level: "AA", ...met("spacing") },
  { num: "1.4.13", name: "Content on Hover or Focus", level: "AA", ...unevaluated },
  {
    num: "2.1.1",
    name: "Keyboard",
    level: "A",
    ...met(
      "keyboardSignUp",
      "keyboardReset",
      "keyboardRecipient",
      "keyboardWorkspace",
      "keyboardQuestions",
      "keyboardReview",
      "keyboardList",
      "keyboardReorder",
    ),
  },
  {
    num: "2.1.2",
    name: "No Keyboard Trap",
    level: "A",
    ...met("menuKeys", "dialogKeys", "keyboardSignUp", "keyboardWorkspace"),
  },
  { num: "2.1.4", name: "Character Key Shortcuts", level: "A", ...met("singleKeys", "largeText") },
  {
    num: "2.2.1",
    name: "Timing Adjustable",
    level: "A",
    status: "partially-supports",
    remarks:
      "A message that offers “Undo” goes after ten seconds. It stays while it’s pointed at or has the focus, but the time can’t be changed. Codes expire after 15 minutes for security; another one can be requested.",
    evidence: [],
  },
  {
    num: "2.2.2",
    name: "Pause, Stop, Hide",
    level: "A",
    status: "partially-supports",
    remarks:
      "Nothing moves for readers who asked for less motion. Open lists update themselves and can’t be paused.",
    evidence: ["motion", "polling"],
  },
  { num: "2.3.1", name: "Three Flashes or Below Threshold", level: "A", ...unevaluated },
  { num: "2.4.1", name: "Bypass Blocks", level: "A", ...met("keyboardRecipient", "axe") },
  { num: "2.4.2", name: "Page Titled", level: "A", ...met("axe", "tree") },
  {
    num: "2.4.3",
    name: "Focus Order",
    level: "A",
    ...met("keyboardSignUp", "keyboardRecipient", "keyboardWorkspace", "linkHeading", "endSaid"),
  },
  {
    num: "2.4.4",
    name: "Link Purpose (In Context)",
    level: "A",
    ...unevaluated,
    remarks: "Every link has a name. Whether each name says enough wasn’t judged.",
  },
  { num: "2.4.5", name: "Multiple Ways", level: "AA", ...unevaluated },
  {
    num: "2.4.6",
    name: "Headings and Labels",
    level: "AA",
    ...unevaluated,
    remarks: "Headings and labels exist. Whether each says enough wasn’t judged.",
  },
  {
    num: "2.4.7",
    name: "Focus Visible",
    level: "AA",
    ...met("keyboardSignUp", "keyboardReset", "keyboardRecipient", "keyboardWorkspace"),
  },
  {
    num: "2.4.11",
    name: "Focus Not Obscured (Minimum)",
    level: "AA",
    since: "2.2",
    ...met("zoom", "keyboardRecipient", "keyboardWorkspace"),
  },
  { num: "2.5.1", name: "Pointer Gestures", level: "A", ...met("zoomButtons", "thumbs") },
  { num: "2.5.2", name: "Pointer Cancellation", level: "A", ...unevaluated },
  { num: "2.5.3", name: "Label in Name", level: "A", ...met("targets") },
  {
    num: "2.5.4",
    name: "Motion Actuation",
    level: "A",
    status: "not-applicable",
    remarks: "Nothing reacts to how a device is moved.",
    evidence: [],
  },
  {
    num: "2.5.7",
    name: "Dragging Movements",
    level: "AA",
    since: "2.2",
    status: "partially-supports",
    remarks:
      "Files can be chosen instead of dropped. The items of a new request are put in another order by dragging or by keyboard, but not by single presses of a pointer.",
    evidence: ["keyboardReorder", "thumbs"],
  },
  { num: "2.5.8", name: "Target Size (Minimum)", level: "AA", since: "2.2", ...met("targets", "thumbs") },
  { num: "3.1.1", name: "Language of Page", level: "A", ...met("axe") },
  {
    num: "3.1.2",
    name: "Language of Parts",
    level: "AA",
    status: "partially-supports",
    remarks:
      "Sheaf’s own words are all English. Words that people write may be in another language: their direction is recognised, and their language isn’t.",
    evidence: ["hebrew"],
  },
  { num: "3.2.1", name: "On Focus", level: "A", ...met("zoom", "keyboardWorkspace") },
  {
    num: "3.2.2",
    name: "On Input",
    level: "A",
    status: "partially-supports",
    remarks: "The last digit of a code submits it, and the page doesn’t say so beforehand.",
    evidence: ["codePaste"],
  },
  { num: "3.2.3", name: "Consistent Navigation", level: "AA", ...unevaluated },
  { num: "3.2.4", name: "Consistent Identification", level: "AA", ...unevaluated },
  {
    num: "3.2.6",
    name: "Consistent Help",
    level: "A",
    since: "2.2",
    remarks: "Help is in the account menu, which all signed-in pages share.",
    ...met("help"),
  },
  {
    num: "3.3.1",
    name: "Error Identification",
    level: "A",
    ...met("codeError", "fieldFocus", "draftErrors", "keyboardReset"),
  },
  { num: "3.3.2", name: "Labels or Instructions", level: "A", ...met("axe", "tree") },
  { num: "3.3.3", name: "Error Suggestion", level: "AA", ...met("errorTexts", "draftErrors") },
  {
    num: "3.3.4",
    name: "Error Prevention (Legal, Financial, Data)",
    level: "AA",
    ...met("confirmFirst", "removeConfirmed"),
  },
  { num: "3.3.7", name: "Redundant Entry", level: "A", since: "2.2", ...met("addressFilled", "addressKept") },
  {
    num: "3.3.8",
    name: "Accessible Authentication (Minimum)",
    level: "AA",
    since: "2.2",
    status: "partially-supports",
    remarks:
      "A code can be pasted or filled in by the device, an emailed link or a passkey needs no code, and passwords can be pasted. A CAPTCHA, where one is set up, comes from another company and wasn’t tested.",
    evidence: ["codePaste", "codeAutofill", "keyboardConfirm", "passkey"],
  },
  {
    num: "4.1.2",
    name: "Name, Role, Value",
    level: "A",
    ...met("axe", "tree", "menuKeys", "dialogName"),
  },
  {
    num: "4.1.3",
    name: "Status Messages",
    level: "AA",
    ...met("uploadsSaid", "newsSaid", "endSaid", "failureSaid"),
  },
];

/** A requirement of EN 301 549 V3.2.1 that isn't a criterion of WCAG. */
export interface Clause extends Row {
  chapter: 5 | 9 | 11 | 12;
}

const clause =
  (chapter: Clause["chapter"], facts: Pick<Row, "status" | "remarks" | "evidence">) =>
  (num: string, name: string): Clause => ({ chapter, num, name, ...facts });

const closed = clause(5, openToTools);
const hardware = clause(5, notWeb);
const software = clause(11, softwareOfWeb);
const authoring = clause(11, {
  ...unevaluated,
  remarks: "Members write titles, explanations and messages, which are plain text.",
});
const support = clause(12, ofOperator);

/** Chapter 9 is derived from the criteria: see `webClauses`. */
export const clauses: readonly Clause[] = [
  closed("5.1.2.1", "Closed functionality"),
  closed("5.1.2.2", "Assistive technology"),
  closed("5.1.3.1", "Audio output of visual information"),
  closed("5.1.3.2", "Auditory output delivery including speech"),
  closed("5.1.3.3", "Auditory output correlation"),
  closed("5.1.3.4", "Speech output user control"),
  closed("5.1.3.5", "Speech output automatic interruption"),
  closed("5.1.3.6", "Speech output for non-text content"),
  closed("5.1.3.7", "Speech output for video information"),
  closed("5.1.3.8", "Masked entry"),
  closed("5.1.3.9", "Private access to personal data"),
  closed("5.1.3.10", "Non-interfering audio output"),
  closed("5.1.3.11", "Private listening volume"),
  closed("5.1.3.12", "Speaker volume"),
  closed("5.1.3.13", "Volume reset"),
  closed("5.1.3.14", "Spoken languages"),
  closed("5.1.3.15", "Non-visual error identification"),
  closed("5.1.3.16", "Receipts, tickets, and transactional outputs"),
  closed("5.1.4", "Functionality closed to text enlargement"),
  closed("5.1.5", "Visual output for auditory information"),
  closed("5.1.6.1", "Closed functionality"),
  closed("5.1.6.2", "Input focus"),
  closed("5.1.7", "Access without speech"),
  { chapter: 5, num: "5.2", name: "Activation of accessibility features", ...unevaluated },
  {
    chapter: 5,
    num: "5.3",
    name: "Biometrics",
    remarks:
      "A passkey may ask for a fingerprint or a face. A code by email works as well, and so does a password.",
    ...met("passkey", "keyboardReset"),
  },
  {
    chapter: 5,
    num: "5.4",
    name: "Preservation of accessibility information during conversion",
    remarks: "Files are passed on byte for byte.",
    ...met("sameBytes"),
  },
  hardware("5.5.1", "Means of operation"),
  hardware("5.5.2", "Operable parts discernibility"),
  hardware("5.6.1", "Tactile or auditory status"),
  hardware("5.6.2", "Visual status"),
  hardware("5.7", "Key repeat"),
  hardware("5.8", "Double-strike key acceptance"),
  {
    chapter: 5,
    num: "5.9",
    name: "Simultaneous user actions",
    remarks: "Nothing needs two keys or two fingers at once.",
    ...met("keyboardReorder", "selectByKey"),
  },
  {
    chapter: 9,
    num: "9.4.1.1",
    name: "Parsing",
    status: "supports",
    remarks: "Since 2023 WCAG counts this as met by every page written in HTML.",
    evidence: ["axe"],
  },
  {
    chapter: 9,
    num: "9.6",
    name: "WCAG conformance requirements",
    status: "partially-supports",
    remarks: "Not every criterion is met, and some weren’t evaluated.",
    evidence: [],
  },
  software("11.5.1", "Closed functionality"),
  software("11.5.2.1", "Platform accessibility service support for software that provides a user interface"),
  software("11.5.2.2", "Platform accessibility service support for assistive technologies"),
  software("11.5.2.3", "Use of accessibility services"),
  software("11.5.2.4", "Assistive technology"),
  software("11.5.2.5", "Object information"),
  software("11.5.2.6", "Row, column, and headers"),
  software("11.5.2.7", "Values"),
  software("11.5.2.8", "Label relationships"),
  software("11.5.2.9", "Parent-child relationships"),
  software("11.5.2.10", "Text"),
  software("11.5.2.11", "List of available actions"),
  software("11.5.2.12", "Execution of available actions"),
  software("11.5.2.13", "Tracking of focus and selection attributes"),
  software("11.5.2.14", "Modification of focus and selection attributes"),
  software("11.5.2.15", "Change notification"),
  software("11.5.2.16", "Modifications of states and properties"),
  software("11.5.2.17", "Modifications of values and text"),
  software("11.6.1", "User control of accessibility features"),
  software("11.6.2", "No disruption of accessibility features"),
  {
    chapter: 11,
    num: "11.7",
    name: "User preferences",
    remarks: "Text size, light or dark, forced colours and reduced motion are taken from the browser.",
    ...met("largeText", "contrastTheme", "contrastStates", "motion"),
  },
  authoring("11.8.1", "Content technology"),
  authoring("11.8.2", "Accessible content creation"),
  authoring("11.8.3", "Preservation of accessibility information in transformations"),
  authoring("11.8.4", "Repair assistance"),
  authoring("11.8.5", "Templates"),
  {
    chapter: 12,
    num: "12.1.1",
    name: "Accessibility and compatibility features",
    remarks: "They are listed on this page.",
    ...met("statement"),
  },
  {
    chapter: 12,
    num: "12.1.2",
    name: "Accessible documentation",
    remarks: "The help, this page and the page on security are walked like every other screen.",
    ...met("axe", "tree", "zoom"),
  },
  support("12.2.2", "Information on accessibility and compatibility features"),
  support("12.2.3", "Effective communication"),
  support("12.2.4", "Accessible documentation"),
];
