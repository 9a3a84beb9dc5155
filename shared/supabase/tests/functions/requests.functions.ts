import type { FunctionEntries } from "./function-entry.ts";

export const requests: FunctionEntries = {
  request_details: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok", others: "empty" },
    bound: { as: "owner", reads: "list" },
  },
  create_request: {
    args: (cast, { draft }) => `workspace => '${cast.workspaceA}', draft => ${draft}`,
    answers: { members: "ok" },
  },
  create_test: {
    args: (cast, { draft }) =>
      `workspace => '${cast.workspaceA}', draft => ${draft}, email => 'nora@home.example', saved => '${cast.draft}'`,
    answers: { members: "ok" },
  },
  delete_draft: {
    args: (cast) => `request => '${cast.draft}'`,
    answers: { members: "ok" },
  },
  duplicate_request: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
  },
  send_request: {
    args: (cast) => `request => '${cast.draft}'`,
    answers: { members: "ok" },
  },
  invite_recipient: {
    args: (cast) => `recipient => '${cast.recipientRow}'`,
    answers: { members: "ok" },
  },
  send_update: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
  },
  update_leaves_at: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  show_items: {
    args: (cast) => `request => '${cast.request}', shown => true`,
    answers: { members: "ok" },
  },
  rotate_link: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
  },
  edit_request: {
    args: (cast) => `request => '${cast.draft}', revision => 0, change => '{"title": "Later"}'`,
    answers: { members: "ok" },
  },
  pause_request: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
  },
  resume_request: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
  },
  close_request: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
  },
  reopen_request: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
  },
  cancel_request: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
  },
  archive_request: {
    args: (cast) => `request => '${cast.ended}'`,
    answers: { members: "ok" },
  },
  unarchive_request: {
    args: (cast) => `request => '${cast.ended}'`,
    answers: { members: "ok" },
  },
  list_requests: {
    args: (cast) =>
      `workspace => '${cast.workspaceA}', filter => 'open', sort => 'due', today => current_date`,
    answers: { members: "ok" },
    bound: {
      as: "owner",
      reads: "list",
      variants: {
        "overdue by activity": "longList",
        narrowed: "list",
        "narrowed, overdue by activity": "longList",
        "of some days": "list",
      },
    },
  },
  request_counts: {
    args: (cast) => `workspace => '${cast.workspaceA}', today => current_date`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "some", variants: { narrowed: "some", "of some days": "some" } },
  },
  search_requests: {
    args: (cast) => `workspace => '${cast.workspaceA}', search => 'papers'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "longList" },
  },
  verify_history: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok", recipients: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  workspace_templates: {
    args: (cast) => `workspace => '${cast.workspaceA}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "list" },
  },
  create_template: {
    args: (cast, { draft }) => `workspace => '${cast.workspaceA}', draft => ${draft}`,
    answers: { members: "ok" },
  },
  save_as_template: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
  },
  use_template: {
    args: (cast) => `template => '${cast.template}'`,
    answers: { members: "ok" },
  },
  add_template_items: {
    args: (cast) => `request => '${cast.draft}', revision => 0, template => '${cast.template}'`,
    answers: { members: "ok" },
  },
  archive_template: {
    args: (cast) => `template => '${cast.template}', archived => true`,
    answers: { members: "ok" },
  },
  begin_example: {
    args: (cast) => `item => '${cast.items[0]}', name => 'a.pdf', size => 5, mime => 'application/pdf'`,
    answers: { members: "ok" },
  },
  finish_example: {
    args: (cast) => `example => '${cast.sentExample.example_id}'`,
    answers: { member: "ok" },
  },
  remove_example: {
    args: (cast) => `example => '${cast.example.example_id}'`,
    answers: { members: "ok" },
  },
  assign_request: {
    args: (cast) => `request => '${cast.request}', assignee => '${cast.person("member").userId}'`,
    answers: { members: "ok" },
  },
  change_due_date: {
    args: (cast) => `request => '${cast.request}', due_on => '2030-01-01', former => null`,
    answers: { members: "ok" },
  },
  watch_request: {
    args: (cast) => `request => '${cast.request}', watched => true`,
    answers: { members: "ok" },
  },
  watches_request: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "few" },
  },
};
