import { randomUUID } from "node:crypto";
import type { FunctionEntries } from "./function-entry.ts";
import { emailToken, plan } from "./samples.ts";

export const email: FunctionEntries = {
  email_report: {
    answers: "refused",
  },
  plan_email: {
    answers: "refused",
  },
  next_email: {
    args: () =>
      `worker => '${randomUUID()}', site => 'https://sheaf.example', email => '${randomUUID()}', outcome => 'sent'`,
    answers: "refused",
  },
  claim_email: {
    args: () => `worker => '${randomUUID()}', site => 'https://sheaf.example'`,
    answers: "refused",
  },
  finish_email: {
    args: () => `email => '${randomUUID()}', worker => '${randomUUID()}', outcome => 'sent'`,
    answers: "refused",
  },
  invitations_end_on: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
  },
  report_request: {
    args: (cast) => `request => '${cast.request}', note => 'They want my PIN.'`,
    answers: { recipients: "ok", helper: "ok" },
  },
  request_reports: {
    answers: "refused",
  },
  email_workspaces: {
    answers: "refused",
  },
  unusual_addresses: {
    answers: "refused",
  },
  stop_email: {
    args: () => `token => '${emailToken}'`,
    answers: "ok",
  },
  peek_stop: {
    args: () => `token => '${emailToken}'`,
    answers: "ok",
  },
  resume_email: {
    args: () => `token => '${emailToken}'`,
    answers: "ok",
  },
  stop_all_email: {
    args: "stopped => true",
    answers: { others: "ok" },
  },
  email_is_stopped: {
    answers: { others: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  suppress_address: {
    args: "address => 'nobody@people.example'",
    answers: "refused",
  },
  allow_address: {
    args: "address => 'nobody@people.example'",
    answers: "refused",
  },
  free_expired_addresses: {
    answers: "refused",
  },
  send_reminders: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
  },
  preview_reminder: {
    args: (cast) => `request => '${cast.request}', site => 'https://sheaf.example'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "some" },
  },
  set_reminders: {
    args: (cast) => `request => '${cast.request}', plan => ${plan}, paused => true`,
    answers: { members: "ok" },
  },
  set_workspace_reminders: {
    args: (cast) => `workspace => '${cast.workspaceA}', zone => 'Europe/Lisbon', plan => ${plan}`,
    answers: { members: "ok", member: "role" },
  },
  promise_date: {
    args: (cast) => `request => '${cast.request}', "on" => current_date + 2`,
    answers: { recipients: "ok", helper: "ok" },
  },
  mute_request: {
    args: (cast) => `request => '${cast.request}', muted => true`,
    answers: { recipients: "ok", helper: "ok" },
  },
  my_email_preferences: {
    answers: { members: "ok", lapsed: "ok", rival: "ok", others: "empty" },
    bound: { as: "owner", reads: "few" },
  },
  set_email_preference: {
    args: (cast) => `workspace => '${cast.workspaceA}', arrivals => 'daily', zone => 'Europe/Lisbon'`,
    answers: { members: "ok" },
  },
};
