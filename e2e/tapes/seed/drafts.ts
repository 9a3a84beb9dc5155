import { draftItem as item, emptyDraft, type RequestDraft } from "@sheaf/contract/request-draft";
import type { Contact } from "../../seed/contact.ts";
import { anna, joel, mats, sofia } from "./people.ts";

/** Due date relative to today. */
function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

const recipient = ({ email, name }: Contact) => ({ email, name });

/** Two items for files, one for text, and an optional one. */
export const taxReturn = (): RequestDraft => ({
  ...emptyDraft,
  title: "Tax return 2026",
  message: "Hi Anna, this is all we need to file for you. Anything unclear, reply here.",
  due_on: inDays(6),
  recipients: [recipient(anna), recipient(mats)],
  items: [
    item("Payslips", { instructions: "One PDF for each month.", accepts: ["pdf"] }),
    item("Bank statement", { instructions: "All pages, from every account." }),
    item("Tax number", { kind: "text" }),
    item("Receipts for work equipment", { required: false }),
  ],
});

export const mortgage = (): RequestDraft => ({
  ...emptyDraft,
  title: "Mortgage application",
  due_on: inDays(-3),
  recipients: [recipient(joel)],
  items: [item("Identity card"), item("Employment contract"), item("Savings statement")],
});

export const newHire = (): RequestDraft => ({
  ...emptyDraft,
  title: "New hire: right to work",
  message: "Welcome aboard. We need these before your first day.",
  due_on: inDays(9),
  recipients: [recipient(sofia)],
  items: [item("Passport"), item("Proof of address")],
});

export const rental = (): RequestDraft => ({
  ...emptyDraft,
  title: "Rental contract, second floor",
  items: [item("Identity document"), item("Letter from the last landlord")],
});

/** An item of every kind, in two sections. */
export const newClient = (): RequestDraft => ({
  ...emptyDraft,
  title: "New client",
  due_on: inDays(12),
  recipients: [recipient(anna)],
  items: [
    item("Passport or ID card", { section: "Identity", sensitive: true, expected_files: 2 }),
    item("Date of birth", { section: "Identity", kind: "date" }),
    item("Kinds of income", {
      section: "Income",
      kind: "choice",
      choices: ["Salary", "Rent", "Business"],
      multiple: true,
    }),
    item("Accounts abroad?", { section: "Income", kind: "yes_no" }),
    item("Salary list", { section: "Income", accepts: ["excel"] }),
  ],
});
