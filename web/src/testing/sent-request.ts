import { reminderPlan } from "../data/requests/request.fixtures.ts";
import { restAnswers, rpcAnswers, type AnswerRow } from "@sheaf/mocks/handlers/rest";

export const requestId = "22222222-2222-4222-8222-222222222222";

/** A stored file of the request's first item. */
export const fileRow = (over: AnswerRow<"files"> = {}): AnswerRow<"files"> => ({
  id: "f1",
  item_id: "i1",
  name: "payslip.pdf",
  size: 3,
  mime: "application/pdf",
  sha256: "ab".repeat(32),
  object_key: "w1/r1/i1/f1",
  status: "stored",
  created_at: "2026-11-20T10:00:00Z",
  stored_at: "2026-11-20T10:00:00Z",
  set_aside_at: null,
  added_by_member: false,
  verdict: null,
  verdict_reason: null,
  checked_at: null,
  damaged: false,
  ...over,
});

/** The request's first item, which waits for review. */
export const itemRow = (over: AnswerRow<"items"> = {}): AnswerRow<"items"> => ({
  id: "i1",
  request_id: requestId,
  position: 1,
  title: "Payslips",
  instructions: "",
  kind: "file",
  required: true,
  accepts: [],
  choices: [],
  multiple: false,
  section: "",
  expected_files: 1,
  sensitive: false,
  status: "submitted",
  received_elsewhere: false,
  answer: null,
  answer_kind: null,
  reason: null,
  revision: 3,
  decided_at: null,
  answer_erased_at: null,
  files: [fileRow()],
  item_examples: [],
  questions: [],
  notes: [],
  ...over,
});

/** Response to the requester's query for the request. */
export const requestIs = (items: AnswerRow<"items">[], over: AnswerRow<"requests"> = {}) =>
  restAnswers({
    table: "requests",
    rows: [
      {
        id: requestId,
        title: "Tax return 2026",
        message: "",
        status: "open",
        due_on: null,
        sent_at: "2026-11-16T10:00:00Z",
        archived_at: null,
        assignee: null,
        request_tags: [],
        closed_at: null,
        reminder_plan: reminderPlan,
        last_activity_at: "2026-11-20T10:00:00Z",
        items_missing: 0,
        items_submitted: 1,
        items_declined: 0,
        items_returned: 0,
        items_accepted: 0,
        items_waived: 0,
        required_missing: 0,
        required_partial: 0,
        required_returned: 0,
        workspaces: { id: "w1", name: "Okafor & Lind" },
        recipients: [],
        items,
        ...over,
      },
    ],
  });

/** Responses to the other queries of the requester's page. */
export const besideRequest = [
  restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
  restAnswers({
    table: "members",
    rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
  }),
  restAnswers({ table: "access_requests", rows: [] }),
  restAnswers({ table: "request_links", rows: [{ token: "8Kd2xxxxxxxxpQ" }] }),
  restAnswers({ table: "events", rows: [] }),
  rpcAnswers({ fn: "watches_request", returns: true }),
  rpcAnswers({ fn: "request_repeat", returns: [] }),
];
