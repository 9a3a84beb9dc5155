import { randomUUID } from "node:crypto";
import type { FunctionEntries } from "./function-entry.ts";
import { emailToken } from "./samples.ts";

export const accounts: FunctionEntries = {
  change_name: {
    args: "display_name => 'Some One'",
    answers: { others: "ok" },
  },
  my_sessions: {
    answers: { others: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  end_session: {
    args: () => `session => '${randomUUID()}'`,
    answers: { others: "ok" },
  },
  end_other_sessions: {
    answers: { others: "ok" },
  },
  record_proof: {
    args: "act => 'password'",
    answers: { others: "ok" },
  },
  create_backup_codes: {
    answers: { others: "factor" },
  },
  use_backup_code: {
    args: "code => 'wrong-code'",
    answers: { others: "no-factor", unverified: "ok" },
  },
  backup_codes_left: {
    answers: { others: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  undo_account_change: {
    args: () => `token => '${emailToken}'`,
    answers: "ok",
  },
  delete_account: {
    args: (cast) => `workspaces => '{${cast.workspaceB}}'`,
    answers: { lapsed: "factor", others: "ok" },
  },
  sole_ownerships: {
    answers: { rival: "ok", others: "empty" },
    bound: { as: "owner", reads: "few" },
  },
};
