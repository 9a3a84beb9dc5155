import type { AddedFile, ReceivedItem, ReceivedRequest } from "../../data/inbox/received-request.models.ts";

export const item = (over: Partial<ReceivedItem> = {}): ReceivedItem => ({
  id: "i1",
  title: "Proof of address",
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
  isChanged: false,
  files: [],
  unfinished: [],
  examples: [],
  ...over,
});

export const request = (over: Partial<ReceivedRequest> = {}): ReceivedRequest => ({
  id: "r1",
  title: "Tax return 2026",
  message: "",
  dueOn: null,
  phase: "open",
  isChanged: false,
  workspaceName: "Okafor & Lind",
  senderName: "Nora Okafor",
  items: [],
  ...over,
});

export const file = (over: Partial<AddedFile> = {}): AddedFile => ({
  id: "f1",
  name: "letter.pdf",
  size: 1000,
  sha256: "ab",
  isMine: true,
  addedBy: "Anna Lind",
  at: "2026-11-20T10:00:00Z",
  isSetAside: false,
  isAddedByMember: false,
  verdict: null,
  verdictReason: "",
  ...over,
});
