import type { Receipt } from "./receipt.ts";

export const sampleReceipt: Receipt = {
  format: "sheaf-receipt",
  version: 2,
  id: "5f0c1a52-7b1e-4bb0-8f5c-0d8f35b0a6aa",
  issued_at: "2026-11-26T10:00:00.000Z",
  workspace: { id: "5f0c1a52-7b1e-4bb0-8f5c-0d8f35b0a6ab", name: "Okafor & Lind" },
  request: { id: "5f0c1a52-7b1e-4bb0-8f5c-0d8f35b0a6ac", title: "Tax return ½ €" },
  recipient: { email: "ana@example.com", name: "Ana Duarte" },
  items: [
    {
      title: "Payslips",
      state: "accepted",
      decided_by: "Nora Okafor",
      files: [
        {
          name: "December.pdf",
          size: 148_204,
          sha256: "ab".repeat(32),
          received_at: "2026-11-24T10:12:00.000Z",
          verdict: "accepted",
        },
      ],
      answer: null,
    },
    {
      title: "IBAN for the refund",
      state: "submitted",
      decided_by: null,
      files: [],
      answer: {
        kind: "text",
        text: "PT50 0002 0123 1234 5678 9015 4",
        answered_at: "2026-11-24T10:15:00.000Z",
      },
    },
  ],
  history: { seq: 12, hash: "cd".repeat(32) },
};
