import type { AddedFile, ReceivedItem, ReceivedRequest } from "../../data/inbox/received-request.models.ts";
import type { Upload, UploadPhase } from "../../data/uploads/upload.models.ts";

export const item = (over: Partial<ReceivedItem> = {}): ReceivedItem => ({
  id: "i1",
  title: "Proof of address",
  instructions: "",
  kind: "file",
  isRequired: true,
  accepts: [],
  state: "missing",
  answer: null,
  reason: "",
  revision: 0,
  files: [],
  unfinished: [],
  ...over,
});

export const request = (over: Partial<ReceivedRequest> = {}): ReceivedRequest => ({
  id: "r1",
  title: "Tax return 2026",
  message: "",
  dueOn: null,
  status: "open",
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
  ...over,
});

export const upload = (phase: UploadPhase, over: Partial<Upload> = {}): Upload => ({
  id: "upload-1",
  requestId: "r1",
  itemId: "i1",
  name: "letter.pdf",
  size: 1000,
  phase,
  ...over,
});
