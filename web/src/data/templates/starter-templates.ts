import { draftItem, emptyDraft, type RequestDraft } from "@sheaf/contract/request-draft";

const starter = (title: string, due_after_days: number, items: RequestDraft["items"]): RequestDraft => ({
  ...emptyDraft,
  title,
  due_after_days,
  items,
});

const identity = draftItem("Passport or ID card", {
  section: "Identity",
  instructions: "Both sides of a card, or the page with the photo.",
  accepts: ["image", "pdf"],
  sensitive: true,
});

const payslips = draftItem("Payslips, last 3 months", {
  section: "Income",
  accepts: ["image", "pdf"],
  expected_files: 3,
});

/** Example checklists. They become ordinary templates, which can be changed and deleted. */
export const starterTemplates: readonly RequestDraft[] = [
  starter("Tax return, private client", 21, [
    identity,
    draftItem("IBAN for the refund", { section: "Identity", kind: "text", sensitive: true }),
    draftItem("Annual wage statement", { section: "Income", instructions: "One from each employer." }),
    draftItem("Bank interest statements", { section: "Income" }),
    draftItem("Rental income and costs", { section: "Income", required: false }),
    draftItem("Insurance statements", { section: "Deductions", required: false }),
    draftItem("Childcare invoices", { section: "Deductions", required: false }),
    draftItem("Donation receipts", { section: "Deductions", required: false }),
    draftItem("Last year’s tax assessment", { section: "Earlier years" }),
  ]),
  starter("Mortgage application", 14, [
    identity,
    payslips,
    draftItem("Tax assessment, last year", { section: "Income" }),
    draftItem("Bank statements, last 6 months", { section: "Savings", accepts: ["pdf"], expected_files: 6 }),
    draftItem("Proof of the deposit", { section: "Savings" }),
    draftItem("Existing loan agreements", { section: "Savings", required: false }),
    draftItem("Purchase offer", { section: "Property" }),
    draftItem("Floor plan", { section: "Property", required: false }),
  ]),
  starter("Tenant check", 7, [
    identity,
    payslips,
    draftItem("Employment contract", { section: "Income" }),
    draftItem("Reference from the last landlord", { section: "References", required: false }),
    draftItem("Planned move-in date", { section: "Moving in", kind: "date" }),
    draftItem("Pets", { section: "Moving in", kind: "choice", choices: ["None", "One or more"] }),
  ]),
  starter("New employee", 14, [
    identity,
    draftItem("Signed employment contract", { section: "Contract", accepts: ["pdf"] }),
    draftItem("First day of work", { section: "Contract", kind: "date" }),
    draftItem("Tax number", { section: "Payroll", kind: "text", sensitive: true }),
    draftItem("IBAN for the salary", { section: "Payroll", kind: "text", sensitive: true }),
    draftItem("Health insurance certificate", { section: "Payroll" }),
    draftItem("Emergency contact", {
      section: "Contact",
      kind: "text",
      instructions: "Name and phone number.",
    }),
  ]),
  starter("Audit list", 30, [
    draftItem("Trial balance", { section: "Accounts", accepts: ["excel", "pdf"] }),
    draftItem("Bank statements, all accounts", { section: "Accounts", expected_files: 12 }),
    draftItem("Fixed asset register", { section: "Accounts", accepts: ["excel", "pdf"] }),
    draftItem("Sales ledger", { section: "Ledgers", accepts: ["excel", "pdf"] }),
    draftItem("Purchase ledger", { section: "Ledgers", accepts: ["excel", "pdf"] }),
    draftItem("Stock count on the last day of the year", { section: "Stock" }),
    draftItem("Loan agreements", { section: "Contracts" }),
    draftItem("Leases", { section: "Contracts", required: false }),
    draftItem("Minutes of board meetings", { section: "Company" }),
    draftItem("Company register extract", { section: "Company", accepts: ["pdf"] }),
  ]),
];
