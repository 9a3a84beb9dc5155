import type { ItemDraft, RequestDraft } from "@sheaf/contract/request-draft";

export const demoRequester = {
  email: "nora@okafor.example",
  name: "Nora Okafor",
  workspace: "Okafor & Lind, accountants",
};

/** Actions on one item of a demo request after sending. */
export interface DemoAnswer {
  /** Index of the item. */
  item: number;
  files: string[];
  decision?: { decision: "accept" } | { decision: "return"; reason: string };
}

export interface DemoRequest {
  draft: RequestDraft;
  sent: boolean;
  /** The recipient who responds. */
  answeredBy?: string;
  answers: DemoAnswer[];
}

const item = (title: string, instructions = "", required = true): ItemDraft => ({
  title,
  instructions,
  kind: "file",
  required,
  accepts: [],
});

/** The requests of the demo workspace, due in days counted from `today`. */
export function demoRequests(today: Date): DemoRequest[] {
  const inDays = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  return [
    {
      draft: {
        title: "Insurance claim 88-1042",
        message: "",
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
      sent: true,
      answers: [],
    },
    {
      draft: {
        title: "New hire: right to work",
        message: "Welcome aboard. We need these before your first day.",
        due_on: inDays(9),
        recipients: [{ email: "sofia@brandt.example", name: "Sofia Brandt" }],
        items: [
          item("Passport or identity card"),
          item("Proof of address"),
          item("Tax number"),
          item("Bank details"),
        ],
      },
      sent: true,
      answeredBy: "sofia@brandt.example",
      answers: [
        { item: 0, files: ["Passport.pdf"] },
        { item: 1, files: ["Electricity bill.pdf"] },
        { item: 2, files: ["Tax number letter.pdf"] },
        { item: 3, files: ["Bank card letter.pdf"] },
      ],
    },
    {
      draft: {
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
    },
    {
      draft: {
        title: "Tax return 2026",
        message: "Hi Anna and Mats, this is all we need to file for you. Anything unclear, reply here.",
        due_on: inDays(6),
        recipients: [
          { email: "anna@lind.example", name: "Anna Lind" },
          { email: "mats@lind.example", name: "Mats Lind" },
        ],
        items: [
          item("Payslips, January to March", "One PDF for each month."),
          item("Bank statement, December", "All pages, from every account."),
          item("Proof of address", "A utility bill or letter from the last 3 months."),
          item("Identity document"),
          item("Receipts for work equipment", "", false),
        ],
      },
      sent: true,
      answeredBy: "anna@lind.example",
      answers: [
        { item: 3, files: ["Passport_Anna.pdf", "Passport_Mats.pdf"], decision: { decision: "accept" } },
        {
          item: 1,
          files: ["Statement.pdf"],
          decision: {
            decision: "return",
            reason: "Page 2 is cut off. Please photograph it again, or export a PDF from your bank.",
          },
        },
        { item: 0, files: ["Payslip_January.pdf", "Payslip_February.pdf", "Payslip_March.pdf"] },
      ],
    },
    {
      draft: {
        title: "Rental contract, second floor",
        message: "",
        due_on: null,
        recipients: [],
        items: [item("Identity document"), item("Letter from the last landlord")],
      },
      sent: false,
      answers: [],
    },
  ];
}
