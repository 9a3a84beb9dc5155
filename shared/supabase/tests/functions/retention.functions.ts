import { randomUUID } from "node:crypto";
import type { FunctionEntries } from "./function-entry.ts";

export const retention: FunctionEntries = {
  claim_checks: {
    args: () => `worker => '${randomUUID()}', batch => 20`,
    answers: "refused",
  },
  finish_checks: {
    args: (cast) => `worker => '${randomUUID()}', bytes => '[{"file": "${cast.arrived.file_id}"}]'`,
    answers: "refused",
  },
  postpone_check: {
    args: (cast) => `file => '${cast.arrived.file_id}', worker => '${randomUUID()}'`,
    answers: "refused",
  },
  release_checks: {
    args: () => `worker => '${randomUUID()}'`,
    answers: "refused",
  },
  ask_for_receipt: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { recipients: "ok", helper: "ok" },
  },
  request_receipts: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "empty" },
    bound: { as: "owner", reads: "few" },
  },
  claim_receipts: {
    args: () => `worker => '${randomUUID()}', batch => 20`,
    answers: "refused",
  },
  finish_receipt: {
    args: () => `receipt => '${randomUUID()}', worker => '${randomUUID()}', document => '{}'`,
    answers: "refused",
  },
  set_retention: {
    args: (cast) => `workspace => '${cast.workspaceA}', days => 90, sensitive_days => null`,
    answers: { members: "ok", member: "role" },
  },
  set_request_retention: {
    args: (cast) => `request => '${cast.request}', days => 90`,
    answers: { members: "ok" },
  },
  request_retention: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok", recipients: "ok", helper: "ok" },
    bound: { as: "recipient", reads: "few" },
  },
  plan_expiries: {
    args: "batch => 0",
    answers: "refused",
  },
  erase_expired: {
    args: "batch => 0",
    answers: "refused",
  },
  retire_files: {
    args: "upload_hours => 24, batch => 100",
    answers: "refused",
  },
  delete_request: {
    args: (cast) => `request => '${cast.ended}'`,
    answers: { members: "ok" },
  },
  restore_request: {
    args: (cast) => `request => '${cast.ended}'`,
    answers: { members: "ok" },
  },
  empty_bin: {
    args: "batch => 0",
    answers: "refused",
  },
  ask_deletion: {
    args: (cast) => `file => '${cast.stored.file_id}'`,
    answers: { recipient: "open" },
  },
  decide_deletion: {
    args: (cast) => `file => '${cast.stored.file_id}', granted => false, reason => 'Kept by law'`,
    answers: { members: "unasked" },
  },
  claim_removed: {
    args: () => `run => '${randomUUID()}', batch => 100`,
    answers: "refused",
  },
  claim_orphans: {
    args: () => `run => '${randomUUID()}', after => ''`,
    answers: "refused",
  },
  finish_purge: {
    args: (cast) => `object_keys => '{${cast.removed.object_key}}'`,
    answers: "refused",
  },
  release_purge: {
    args: () => `run => '${randomUUID()}'`,
    answers: "refused",
  },
  begin_restore: {
    args: (cast) => `file => '${cast.stored.file_id}'`,
    answers: "refused",
  },
  list_stored: {
    args: () => `after => '${randomUUID()}', batch => 10`,
    answers: "refused",
  },
  finish_restore: {
    args: (cast) => `file => '${cast.stored.file_id}', version => 'x'`,
    answers: "refused",
  },
};
