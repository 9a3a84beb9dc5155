import { draftItem, emptyDraft, type ItemDraft, type RequestDraft } from "@sheaf/contract/request-draft";

export const demoRequester = {
  email: "nora@okafor.example",
  name: "Nora Okafor",
  workspace: "Okafor & Lind, accountants",
};

/** Notes that members keep about people. */
export const demoNotes: readonly { email: string; note: string }[] = [
  { email: "anna@lind.example", note: "Prefers a call before 10:00. Mats is abroad until January." },
];

/** Actions on one item of a demo request after sending. */
export interface DemoAnswer {
  /** Index of the item. */
  item: number;
  files?: string[];
  /** Of an item that isn't answered with files. */
  text?: string;
  decision?: DemoDecision;
}

export type DemoDecision =
  | { decision: "accept" }
  | { decision: "return"; reason: string }
  /** One file is returned, the others are kept. */
  | { decision: "return"; file: string; reason: string }
  | { decision: "waive" | "receive_elsewhere"; reason: string };

export interface DemoRequest {
  draft: RequestDraft;
  /** Names of files that show what an item asks for, by the index of the item. */
  examples?: Readonly<Record<number, string>>;
  sent: boolean;
  /** The recipient who responds. */
  answeredBy?: string;
  answers: DemoAnswer[];
  /** The recipient wants no more email about it. */
  isMuted?: boolean;
  /** The requester's last act. */
  afterwards?: "pause" | "close" | "archive";
}

const item = (title: string, instructions = "", over: Partial<ItemDraft> = {}): ItemDraft =>
  draftItem(title, { instructions, ...over });

/** The requests of the demo workspace, due in days counted from `today`. */
export function demoRequests(today: Date): DemoRequest[] {
  const inDays = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  return [
    {
      draft: {
        ...emptyDraft,
        title: "Insurance claim 88-1042",
        due_on: inDays(12),
        recipients: [{ email: "priya@raman.example", name: "Priya Raman" }],
        items: [
          "Claim form",
          "Police report",
          "Photos of the damage",
          "Repair estimate",
          "Receipts",
          "Bank details",
        ].map((title) => item(title)),
      },
      examples: { 3: "Estimate with itemised parts.pdf" },
      sent: true,
      answers: [],
    },
    {
      draft: {
        ...emptyDraft,
        title: "New hire: right to work",
        message: "Welcome aboard. We need these before your first day.",
        due_on: inDays(9),
        recipients: [{ email: "sofia@brandt.example", name: "Sofia Brandt" }],
        items: [
          item("Passport or identity card", "", { sensitive: true }),
          item("Proof of address"),
          item("Date of birth", "", { kind: "date" }),
          item("Days in the office", "Choose all that suit you.", {
            kind: "choice",
            choices: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
            multiple: true,
          }),
          item("Do you need a work permit?", "", { kind: "yes_no" }),
        ],
      },
      sent: true,
      answeredBy: "sofia@brandt.example",
      answers: [
        { item: 0, files: ["Passport.pdf"] },
        { item: 1, files: ["Electricity bill.pdf"] },
        { item: 2, text: "1994-05-17" },
        { item: 3, text: "Tuesday\nThursday" },
        { item: 4, text: "no" },
      ],
    },
    {
      draft: {
        ...emptyDraft,
        title: "Mortgage application",
        message: "The bank decides next week, so please be quick with the rest.",
        due_on: inDays(-3),
        recipients: [{ email: "joel@tamm.example", name: "Joel Tamm" }],
        items: [
          item("Identity card"),
          item("Employment contract"),
          item("Last 3 payslips"),
          item("Savings statement"),
        ],
      },
      sent: true,
      answeredBy: "joel@tamm.example",
      answers: [
        { item: 0, files: ["Identity card.pdf"], decision: { decision: "accept" } },
        {
          item: 1,
          files: ["Contract.pdf"],
          decision: { decision: "return", reason: "The last page with the signatures is missing." },
        },
      ],
      isMuted: true,
    },
    {
      draft: {
        ...emptyDraft,
        title: "Tax return 2026",
        message: "Hi Anna and Mats, this is all we need to file for you. Anything unclear, reply here.",
        due_on: inDays(6),
        recipients: [
          { email: "anna@lind.example", name: "Anna Lind" },
          { email: "mats@lind.example", name: "Mats Lind" },
        ],
        items: [
          item("Identity document", "Of both of you.", {
            section: "Identity",
            sensitive: true,
            expected_files: 2,
          }),
          item("IBAN for the refund", "", { section: "Identity", kind: "text" }),
          item("Payslips, January to March", "One PDF for each month.", {
            section: "Income",
            expected_files: 3,
            accepts: ["pdf"],
          }),
          item("Bank statement, December", "All pages, from every account.", { section: "Income" }),
          item("Rental income", "For the flat in Rua Nova, all of 2025.", { section: "Income" }),
          item("Childcare invoices", "", { section: "Deductions" }),
          item("Donation receipts", "", { section: "Deductions" }),
          item("Receipts for work equipment", "", { section: "Deductions", required: false }),
        ],
      },
      sent: true,
      answeredBy: "anna@lind.example",
      answers: [
        { item: 0, files: ["Passport_Anna.pdf", "Passport_Mats.pdf"], decision: { decision: "accept" } },
        { item: 1, text: "PT50 0002 0123 8814 5678 9015 4", decision: { decision: "accept" } },
        {
          item: 3,
          files: ["Statement.pdf"],
          decision: {
            decision: "return",
            reason: "Page 2 is cut off. Please photograph it again, or export a PDF from your bank.",
          },
        },
        {
          item: 2,
          files: ["Payslip_January.pdf", "Payslip_February.pdf", "Payslip_March.pdf"],
          decision: {
            decision: "return",
            file: "Payslip_February.pdf",
            reason: "The bottom line is cut off.",
          },
        },
        { item: 5, decision: { decision: "receive_elsewhere", reason: "By post, both invoices." } },
        { item: 6, files: ["Donation receipt.pdf"] },
      ],
    },
    {
      draft: {
        ...emptyDraft,
        title: "Estate of L. Marsh",
        message: "We continue once the court has confirmed the will.",
        due_on: inDays(40),
        recipients: [{ email: "joel@tamm.example", name: "Joel Tamm" }],
        items: [item("Death certificate"), item("Will"), item("List of assets")],
      },
      sent: true,
      answeredBy: "joel@tamm.example",
      answers: [{ item: 0, files: ["Death certificate.pdf"], decision: { decision: "accept" } }],
      afterwards: "pause",
    },
    {
      draft: {
        ...emptyDraft,
        title: "Year-end accounts 2025",
        due_on: inDays(-20),
        recipients: [{ email: "sofia@brandt.example", name: "Sofia Brandt" }],
        items: [item("Invoices"), item("Cash book"), item("Mileage log")],
      },
      sent: true,
      answeredBy: "sofia@brandt.example",
      answers: [
        { item: 0, files: ["Invoices.pdf"], decision: { decision: "accept" } },
        { item: 1, files: ["Cash book.pdf"], decision: { decision: "accept" } },
      ],
      afterwards: "close",
    },
    {
      draft: {
        ...emptyDraft,
        title: "Tax return 2025",
        due_on: inDays(-360),
        recipients: [{ email: "anna@lind.example", name: "Anna Lind" }],
        items: [item("Payslips"), item("Bank statement")],
      },
      sent: true,
      answeredBy: "anna@lind.example",
      answers: [
        { item: 0, files: ["Payslips.pdf"], decision: { decision: "accept" } },
        { item: 1, files: ["Statement.pdf"], decision: { decision: "accept" } },
      ],
      afterwards: "archive",
    },
    {
      draft: {
        ...emptyDraft,
        title: "Rental contract, second floor",
        items: [item("Identity document"), item("Letter from the last landlord")],
      },
      sent: false,
      answers: [],
    },
  ];
}
