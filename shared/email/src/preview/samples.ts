import type { EmailKind } from "../kinds.ts";

interface Sample {
  /** Content of the sample, in a few words. */
  name: string;
  kind: EmailKind;
  facts: unknown;
}

const asker = {
  name: "Nora Okafor",
  email: "nora@okafor-lind.example",
  workspace: "Okafor & Lind",
  accent: "#1d4f8f",
  isTrusted: true,
};
const url = "https://sheaf.example/r/8Kd2vN1xQm4pQ";
const request = { title: "Tax return 2026", dueOn: "2026-11-28", url };
const stop = {
  request: "https://sheaf.example/email/stop/p81X",
  everything: "https://sheaf.example/email/all",
};
const today = "2026-11-27";
const states = [
  "accepted",
  "accepted",
  "accepted",
  "submitted",
  "submitted",
  "partial",
  "returned",
  "missing",
  "waived",
];
const bank = {
  title: "Bank interest statement",
  instructions: "One for each account.",
  isReturned: true,
  reason: "The right edge is missing, so the amounts can’t be read. Please download the PDF from your bank.",
  files: 0,
  expectedFiles: 1,
};
const rent = {
  title: "Rental income statement",
  instructions: "For Rua Nova 12, all of 2026.",
  isReturned: false,
  reason: "",
  files: 2,
  expectedFiles: 3,
};
const insurance = {
  title: "Health insurance certificate",
  instructions: "",
  isReturned: false,
  reason: "",
  files: 0,
  expectedFiles: 1,
};
const file = (name: string, size: number) => ({
  name,
  size,
  at: "2026-11-27T18:42:00Z",
  sha256: "7f2c91a05d3e44b8a1c0e5f6978812d4ab34cd56ef7890123456789abcdef012",
});

/** Facts for every kind, with names that make a careless template fail. */
export const samples: readonly Sample[] = [
  {
    name: "Invitation",
    kind: "invitation",
    facts: {
      asker,
      request,
      items: 9,
      handed: [],
      message:
        "Hi Ana and Tomás, this is all we need to file for you.\nAnything unclear, ask on the page or reply here.",
      retainDays: 365,
      today,
      reportUrl: `${url}#report`,
      stop,
    },
  },
  {
    name: "Invitation from a new workspace, without a message or a due date",
    kind: "invitation",
    facts: {
      asker: { ...asker, accent: null, isTrusted: false },
      request: { ...request, title: "Papers for <b>the bank</b> & www.bank.example", dueOn: null },
      items: 1,
      handed: [],
      message: "",
      retainDays: 365,
      today,
      reportUrl: `${url}#report`,
      stop,
    },
  },
  {
    name: "Invitation to items that were handed over",
    kind: "invitation",
    facts: {
      asker,
      request,
      items: 2,
      handed: [
        { title: bank.title, by: "Ana Duarte" },
        { title: rent.title, by: "Ana Duarte" },
      ],
      message: "",
      retainDays: 365,
      today,
      reportUrl: `${url}#report`,
      stop,
    },
  },
  {
    name: "Reminder",
    kind: "reminder",
    facts: {
      asker,
      recipientName: "Ana Duarte",
      requests: [
        {
          request,
          states,
          waiting: [bank, rent, insurance],
          promisedOn: "2026-11-26",
          canHandOff: true,
          stop,
        },
      ],
      today,
      stop,
    },
  },
  {
    name: "Reminder of several requests",
    kind: "reminder",
    facts: {
      asker,
      recipientName: "",
      requests: [
        { request, states, waiting: [bank], promisedOn: null, canHandOff: true, stop },
        {
          request: { title: "Mortgage", dueOn: null, url },
          states: ["missing", "missing"],
          waiting: [rent, insurance],
          promisedOn: null,
          canHandOff: true,
          stop,
        },
      ],
      today,
      stop,
    },
  },
  {
    name: "Returned",
    kind: "update",
    facts: {
      asker,
      recipientName: "Ana Duarte",
      request,
      returned: [
        { title: bank.title, reason: bank.reason, files: [] },
        {
          title: "Payslips, October to December",
          reason: "",
          files: [{ name: "IMG_2214.jpg", reason: "The bottom line is cut off." }],
        },
      ],
      isReopened: false,
      accepted: 5,
      changes: [],
      questions: [],
      today,
      stop,
    },
  },
  {
    name: "Changed",
    kind: "update",
    facts: {
      asker,
      recipientName: "Ana Duarte",
      request,
      isReopened: false,
      returned: [],
      accepted: 0,
      changes: [
        { kind: "item_added", title: "Lease" },
        { kind: "item_changed", title: "Bank statement" },
        { kind: "item_removed", title: "Donation receipts" },
        { kind: "due_changed", dueOn: "2026-12-05" },
        { kind: "title_changed", before: "Tax return 2025" },
        { kind: "message_changed", message: "Sorry, the year was wrong." },
        { kind: "item_handed", title: rent.title, by: "Tomás Duarte" },
      ],
      questions: [],
      today,
      stop,
    },
  },
  {
    name: "Reopened",
    kind: "update",
    facts: {
      asker,
      recipientName: "Ana Duarte",
      request,
      isReopened: true,
      returned: [
        { title: bank.title, reason: bank.reason, files: [{ name: "Bank.pdf", reason: bank.reason }] },
      ],
      accepted: 1,
      changes: [],
      questions: [],
      today,
      stop,
    },
  },
  {
    name: "Asked",
    kind: "update",
    facts: {
      asker,
      recipientName: "Ana Duarte",
      request,
      isReopened: false,
      returned: [],
      accepted: 0,
      changes: [],
      questions: [
        { title: bank.title, from: "Nora Okafor", text: "Is the account ending in 4417 still open?" },
        { title: rent.title, from: "Nora Okafor", text: "" },
      ],
      today,
      stop,
    },
  },
  {
    name: "Withdrawn",
    kind: "ended",
    facts: { asker, recipientName: "Ana Duarte", request, how: "withdrawn", isReadable: false },
  },
  {
    name: "Closed",
    kind: "ended",
    facts: { asker, recipientName: "Ana Duarte", request, how: "closed", isReadable: true },
  },
  {
    name: "Receipt",
    kind: "receipt",
    facts: {
      asker,
      recipientName: "Ana Duarte",
      request,
      items: [
        {
          title: "Payslips, October to December",
          answerKind: null,
          files: [file("Payslip_October.pdf", 148_000), file("Payslip_November.pdf", 2_600_000)],
        },
        { title: "IBAN for the refund", answerKind: "text", files: [] },
        { title: "Donation receipts", answerKind: "not_applicable", files: [] },
      ],
      left: 0,
      signed: { document: { receipt: {}, signature: {} }, verifyUrl: "https://sheaf.example/verify" },
      zone: "Europe/Lisbon",
      stop,
    },
  },
  {
    name: "Unsigned receipt",
    kind: "receipt",
    facts: {
      asker,
      recipientName: "Ana Duarte",
      request,
      items: [
        {
          title: "Payslips, October to December",
          answerKind: null,
          files: [file("Payslip_October.pdf", 148_000), file("Payslip_November.pdf", 2_600_000)],
        },
        { title: "IBAN for the refund", answerKind: "text", files: [] },
        { title: "Donation receipts", answerKind: "not_applicable", files: [] },
      ],
      left: 0,
      signed: null,
      zone: "Europe/Lisbon",
      stop,
    },
  },
  {
    name: "Arrived",
    kind: "arrived",
    facts: {
      workspace: asker.workspace,
      request,
      people: ["Ana Duarte"],
      arrivals: [
        {
          title: "Payslips, October to December",
          files: ["Payslip_December.pdf"],
          answer: "none",
          note: "",
          isAgain: true,
        },
        {
          title: "Donation receipts",
          files: [],
          answer: "cannot_provide",
          note: "We didn’t donate anything in 2026.",
          isAgain: false,
        },
      ],
      questions: [
        {
          title: bank.title,
          from: "Ana Duarte",
          text: "My bank only gives me one statement for both accounts.\nIs that enough?",
        },
      ],
      states,
      toReview: 2,
      minutes: 40,
      today,
      settingsUrl: "https://sheaf.example/settings/email",
      stopUrl: "https://sheaf.example/email/stop/1",
    },
  },
  {
    name: "Daily summary",
    kind: "summary",
    facts: {
      workspace: asker.workspace,
      arrived: [{ title: "Tax return 2026", url, people: ["Ana Duarte", "Tomás Duarte"], items: 3 }],
      questions: [{ title: "Annual accounts", url, people: ["Joel Tamm"], messages: 2 }],
      overdue: [{ title: "Mortgage", url, people: ["Joel Tamm"], dueOn: "2026-11-20" }],
      bounced: [{ title: "New hire", url, people: ["Sofia Brandt"], address: "sofia@brandt.example" }],
      url: "https://sheaf.example/requests",
      today,
      settingsUrl: "https://sheaf.example/settings/email",
      stopUrl: "https://sheaf.example/email/stop/1",
    },
  },
  {
    name: "Invitation to a workspace",
    kind: "member_invitation",
    facts: {
      asker,
      role: "member",
      url: "https://sheaf.example/join/1",
      expiresOn: "2026-12-04",
      today,
      settingsUrl: "https://sheaf.example/settings/email",
    },
  },
  {
    name: "Two-factor authentication becomes required",
    kind: "second_factor",
    facts: {
      workspace: asker.workspace,
      by: asker.name,
      from: "2026-12-04",
      today,
      url: "https://sheaf.example/settings/security",
    },
  },
  {
    name: "Two-factor authentication is needed now",
    kind: "second_factor",
    facts: {
      workspace: asker.workspace,
      by: asker.name,
      from: null,
      today,
      url: "https://sheaf.example/settings/security",
    },
  },
  {
    name: "Something was destroyed or taken away",
    kind: "owner_notice",
    facts: {
      workspace: asker.workspace,
      changes: [
        { kind: "deleted", by: asker.name, subject: "Tax return 2025" },
        { kind: "link_replaced", by: asker.name, subject: "Tax return 2026" },
        { kind: "retention_changed", by: asker.name, subject: null },
        { kind: "member_removed", by: asker.name, subject: "Idris Khan" },
      ],
      hasMore: true,
      url: "https://sheaf.example/settings/security",
    },
  },
  {
    name: "A member was removed",
    kind: "member_removed",
    facts: { workspace: asker.workspace, by: asker.name },
  },
  {
    name: "Files are deleted soon",
    kind: "expiry",
    facts: {
      workspace: asker.workspace,
      requests: [{ title: "Tax return 2025", url, files: 12, answers: 1, deletedOn: "2026-12-11" }],
      hasMore: true,
      url: "https://sheaf.example/requests",
      today,
    },
  },
  {
    name: "A request has been quiet for a year",
    kind: "silence",
    facts: {
      workspace: asker.workspace,
      requests: [{ title: "Tax return 2024", url, silentSince: "2025-11-20" }],
      hasMore: false,
      url: "https://sheaf.example/requests",
      today,
    },
  },
  {
    name: "A request is in the bin",
    kind: "binned",
    facts: {
      workspace: asker.workspace,
      title: "Tax return 2025",
      by: asker.name,
      goneOn: "2026-12-11",
      today,
      url,
    },
  },
  {
    name: "A recipient wants a file deleted",
    kind: "deletion_asked",
    facts: {
      workspace: asker.workspace,
      title: "Tax return 2025",
      files: [{ name: "passport.jpg", item: "Passport" }],
      url: "https://sheaf.example/requests/1",
    },
  },
  {
    name: "One file is deleted, another one kept",
    kind: "deletion_decided",
    facts: {
      asker,
      recipientName: "Ana Duarte",
      request: { title: "Tax return 2025", dueOn: null, url },
      files: [
        { name: "passport.jpg", item: "Passport", refusal: null },
        { name: "statement-march.pdf", item: bank.title, refusal: "We must keep invoices for ten years." },
      ],
    },
  },
  {
    name: "Files are damaged",
    kind: "damaged",
    facts: {
      workspace: asker.workspace,
      title: "Tax return 2026",
      files: [
        { name: "statement-march.pdf", item: bank.title, isLost: false },
        { name: "passport.jpg", item: "Passport", isLost: true },
      ],
      url: "https://sheaf.example/requests/1",
      settingsUrl: "https://sheaf.example/settings/email",
      stopUrl: "https://sheaf.example/email/stop/1",
    },
  },
  {
    name: "A request is sent again tomorrow",
    kind: "repeat",
    facts: {
      workspace: asker.workspace,
      title: "Bank statements",
      people: ["Ana Duarte", "tomas@people.example"],
      on: "2026-11-28",
      hasFailed: false,
      today,
      url: "https://sheaf.example/requests/1",
    },
  },
  {
    name: "A request couldn’t be sent again",
    kind: "repeat",
    facts: {
      workspace: asker.workspace,
      title: "Bank statements",
      people: ["Ana Duarte"],
      on: today,
      hasFailed: true,
      today,
      url: "https://sheaf.example/requests/1",
    },
  },
  {
    name: "Security notice",
    kind: "security",
    facts: {
      change: "passkey_added",
      email: "nora@okafor-lind.example",
      detail: "Nora’s phone",
      at: "2026-11-27T18:42:00Z",
      zone: "Europe/Lisbon",
      undoUrl: "https://sheaf.example/email/undo/1",
    },
  },
  {
    name: "Security notice of what can’t be undone",
    kind: "security",
    facts: {
      change: "account_deleted",
      email: "nora@okafor-lind.example",
      detail: "",
      at: "2026-11-27T18:42:00Z",
      zone: "Europe/Lisbon",
      undoUrl: null,
    },
  },
];
