import { defaultRows } from "@sheaf/contract/database.rows";
import { type AddedFile, type ReceivedItem } from "../../data/inbox/received-item.models.ts";
import { type ReceivedRequest, toReceivedRequest } from "../../data/inbox/received-request.models.ts";

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
  deleted: [],
  examples: [],
  questions: [],
  ...over,
});

const requestRow = {
  ...defaultRows.requests,
  id: "r1",
  title: "Tax return 2026",
  status: "open" as const,
  workspaces: { name: "Okafor & Lind" },
  recipients: [],
  items: [],
  events: [{ kind: "sent" as const, actor_name: "Nora Okafor", file_id: null }],
};

export const request = (over: Partial<ReceivedRequest> = {}): ReceivedRequest => ({
  ...toReceivedRequest(requestRow, "u1"),
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
  check: "verified",
  isSetAside: false,
  isAddedByMember: false,
  verdict: null,
  verdictReason: "",
  ...over,
});
