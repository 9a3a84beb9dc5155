import type { StoredFile } from "../files/file.models.ts";
import type { Item } from "./item.models.ts";

export function storedFile(over: Partial<StoredFile> = {}): StoredFile {
  return {
    id: "f1",
    itemId: "i1",
    name: "payslip.pdf",
    size: 12,
    mime: "application/pdf",
    sha256: "ab".repeat(32),
    objectKey: "w/r/i1/f1",
    storedAt: "2026-11-20T10:00:00Z",
    check: "verified",
    isSetAside: false,
    isAddedByMember: false,
    verdict: null,
    verdictReason: "",
    ...over,
  };
}

/** A question with a reply. */
export const question: Item["questions"][number] = {
  id: "q1",
  isResolved: true,
  messages: [
    {
      id: "m1",
      author: "anna",
      authorName: "Anna <Lind>",
      isFromMember: false,
      body: "=Which year?",
      at: "2026-11-20T10:00:00.000Z",
    },
    {
      id: "m2",
      author: "nora",
      authorName: "Nora Okafor",
      isFromMember: true,
      body: "2025",
      at: "2026-11-20T11:00:00.000Z",
    },
  ],
};

export function item(over: Partial<Item> = {}): Item {
  return {
    id: "i1",
    requestId: "r1",
    workspaceId: "w1",
    title: "Payslips",
    instructions: "",
    kind: "file",
    isRequired: true,
    accepts: [],
    choices: [],
    multiple: false,
    section: "",
    expectedFiles: 1,
    isSensitive: false,
    state: "missing",
    isReceivedElsewhere: false,
    answer: null,
    reason: "",
    revision: 0,
    isDecided: false,
    files: [],
    examples: [],
    questions: [],
    notes: [],
    ...over,
  };
}
