import type { FunctionEntries } from "./function-entry.ts";

export const answers: FunctionEntries = {
  peek_request: {
    args: (cast) => `token => '${cast.token}'`,
    answers: "ok",
    bound: { as: "recipient", reads: "few" },
  },
  join_request: {
    args: (cast) => `token => '${cast.token}'`,
    answers: { recipients: "ok", helper: "ok" },
  },
  visit_request: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { recipients: "ok", helper: "ok" },
  },
  link_workspace: {
    args: (cast) => `token => '${cast.token}', address => 'nobody@people.example'`,
    answers: "refused",
  },
  unopened_requests: {
    answers: { others: "empty" },
    bound: { as: "recipient", reads: "few" },
  },
  open_request: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { recipients: "ok", helper: "ok" },
  },
  request_access: {
    args: (cast) => `token => '${cast.token}'`,
    answers: { others: "ok" },
  },
  decide_access: {
    args: (cast) => `access_request => '${cast.asked}', is_added => true`,
    answers: { members: "ok" },
  },
  my_checklist: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { helper: "ok", others: "empty" },
    bound: { as: "recipient", reads: "few" },
  },
  my_checklists: {
    answers: { helper: "ok", others: "empty" },
    bound: { as: "recipient", reads: "few" },
  },
  request_people: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { members: "ok", recipients: "ok" },
    bound: { as: "recipient", reads: "few" },
  },
  answer_item: {
    args: (cast) =>
      `item => '${cast.items[2]}', revision => 0, kind => 'cannot_provide', answer => 'It burnt.'`,
    answers: { recipients: "ok" },
  },
  begin_upload: {
    args: (cast) => `item => '${cast.items[0]}', name => 'a.pdf', size => 5, mime => 'application/pdf'`,
    answers: { recipients: "ok" },
  },
  begin_member_upload: {
    args: (cast) => `item => '${cast.items[3]}', name => 'a.pdf', size => 5, mime => 'application/pdf'`,
    answers: { members: "ok" },
  },
  finish_upload: {
    args: (cast, { pdfHash }) => `file => '${cast.arrived.file_id}', sha256 => '${pdfHash}'`,
    answers: { recipient: "ok" },
  },
  submit_files: {
    args: (cast) => `item => '${cast.items[4]}', revision => 1`,
    answers: { recipients: "ok", helper: "ok" },
  },
  remove_file: {
    args: (cast) => `file => '${cast.stored.file_id}'`,
    answers: { recipient: "ok" },
  },
  hand_off_item: {
    args: (cast) => `item => '${cast.items[0]}', email => 'helper@people.example'`,
    answers: { members: "ok", recipients: "ok" },
  },
  take_back_item: {
    args: (cast) => `item => '${cast.items[4]}'`,
    answers: { members: "ok", recipients: "ok" },
  },
  decide_item: {
    args: (cast) => `item => '${cast.items[0]}', revision => 4, decision => 'accept'`,
    answers: { members: "ok" },
  },
  undo_decision: {
    args: (cast) => `item => '${cast.items[1]}', revision => 2`,
    answers: { members: "ok" },
  },
  set_file_aside: {
    args: (cast) => `file => '${cast.stored.file_id}', aside => true`,
    answers: { members: "ok" },
  },
  ask_question: {
    args: (cast) => `item => '${cast.items[0]}', body => 'Is a copy enough?'`,
    answers: { members: "ok", recipients: "ok" },
  },
  answer_question: {
    args: (cast) => `question => '${cast.question}', body => 'Thank you.'`,
    answers: { members: "ok", recipients: "ok" },
  },
  resolve_question: {
    args: (cast) => `question => '${cast.question}', resolved => true`,
    answers: { members: "ok", recipients: "ok" },
  },
  read_questions: {
    args: (cast) => `item => '${cast.items[0]}', until => now()`,
    answers: { others: "ok" },
  },
  unread_questions: {
    args: (cast) => `requests => array['${cast.request}']::uuid[]`,
    answers: { members: "ok", recipients: "ok", helper: "ok", others: "empty" },
    bound: { as: "owner", reads: "few" },
  },
  add_note: {
    args: (cast) => `item => '${cast.items[0]}', body => 'They called.'`,
    answers: { members: "ok" },
  },
  remove_note: {
    args: (cast) => `note => '${cast.note}'`,
    answers: { owner: "ok" },
  },
  open_files: {
    args: (cast) => `files => array['${cast.stored.file_id}']::uuid[], purpose => 'view'`,
    answers: { members: "ok", recipients: "ok", others: "empty" },
  },
  file_openings: {
    args: (cast) => `file => '${cast.stored.file_id}'`,
    answers: { members: "ok", recipient: "ok" },
    bound: { as: "owner", reads: "few" },
  },
};
