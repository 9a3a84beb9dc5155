import { randomUUID } from "node:crypto";
import type { FunctionEntries } from "./function-entry.ts";

export const bulkSendAndRepeats: FunctionEntries = {
  send_to_many: {
    args: (cast) =>
      `job => '${randomUUID()}', template => '${cast.template}', title => 'Papers', message => '', people => '[{"number": 1, "email": "a@b.example"}]'`,
    answers: { members: "ok" },
  },
  pause_bulk: {
    args: (cast) => `job => '${cast.job}', paused => true`,
    answers: { members: "ok" },
  },
  stop_bulk: {
    args: (cast) => `job => '${cast.job}'`,
    answers: { members: "ok" },
  },
  retry_bulk: {
    args: (cast) => `job => '${cast.job}'`,
    answers: { members: "ok" },
  },
  workspace_bulks: {
    args: (cast) => `workspace => '${cast.workspaceA}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  bulk_details: {
    args: (cast) => `job => '${cast.job}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "longList" },
  },
  bulk_people: {
    args: (cast) => `job => '${cast.job}', filter => 'all'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "longList" },
  },
  claim_bulk: {
    args: () => `worker => '${randomUUID()}'`,
    answers: "refused",
  },
  finish_bulk: {
    args: (cast) => `job => '${cast.job}', number => 1, worker => '${randomUUID()}'`,
    answers: "refused",
  },
  request_repeat: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  repeat_request: {
    args: (cast) => `request => '${cast.request}', every => 'month', first_on => current_date + 20`,
    answers: { members: "ok" },
  },
  skip_repeat: {
    args: (cast) => `request => '${cast.request}', day => current_date + 20`,
    answers: { members: "ok" },
  },
  claim_repeats: {
    args: () => `worker => '${randomUUID()}'`,
    answers: "refused",
  },
  finish_repeat: {
    args: (cast) => `request => '${cast.request}', worker => '${randomUUID()}'`,
    answers: "refused",
  },
};
