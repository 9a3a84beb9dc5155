import type { FunctionEntries } from "./function-entry.ts";

export const workspaces: FunctionEntries = {
  create_workspace: {
    args: "name => 'New', display_name => 'Some One'",
    answers: { others: "ok" },
  },
  rename_workspace: {
    args: (cast) => `workspace => '${cast.workspaceA}', name => 'Lind'`,
    answers: { members: "ok", member: "role" },
  },
  delete_workspace: {
    args: (cast) => `workspace => '${cast.workspaceA}'`,
    answers: { members: "role", owner: "ok" },
  },
  workspace_settings: {
    args: (cast) => `workspace => '${cast.workspaceA}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  workspace_contents: {
    args: (cast) => `workspace => '${cast.workspaceA}'`,
    answers: { members: "role", owner: "ok" },
  },
  my_access: {
    answers: { others: "ok", unverified: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  workspace_members: {
    args: (cast) => `workspace => '${cast.workspaceA}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  set_member_role: {
    args: (cast) =>
      `workspace => '${cast.workspaceA}', member => '${cast.person("member").userId}', role => 'admin'`,
    answers: { members: "ok", member: "role" },
  },
  remove_member: {
    args: (cast) => `workspace => '${cast.workspaceA}', member => '${cast.person("member").userId}'`,
    answers: { members: "ok" },
  },
  invite_member: {
    args: (cast) => `workspace => '${cast.workspaceA}', email => 'new@people.example', role => 'member'`,
    answers: { members: "ok", member: "role" },
  },
  resend_invitation: {
    args: (cast) => `invitation => '${cast.invitation}'`,
    answers: { members: "ok", member: "role" },
  },
  cancel_invitation: {
    args: (cast) => `invitation => '${cast.invitation}'`,
    answers: { members: "ok", member: "role" },
  },
  workspace_invitations: {
    args: (cast) => `workspace => '${cast.workspaceA}'`,
    answers: { members: "ok", member: "role" },
    bound: { as: "owner", reads: "few" },
  },
  peek_invitation: {
    args: (cast) => `token => '${cast.invitationToken}'`,
    answers: "ok",
  },
  accept_invitation: {
    args: (cast) => `token => '${cast.invitationToken}', name => 'Some One'`,
    answers: { members: "ok", outsider: "ok", others: "other" },
  },
  set_second_factor_requirement: {
    args: (cast) => `workspace => '${cast.workspaceA}', required => true`,
    answers: { members: "factor", member: "role" },
  },
  email_second_factor: {
    args: (cast) => `workspace => '${cast.workspaceA}', member => '${cast.person("member").userId}'`,
    answers: { member: "role" },
  },
  set_workspace_branding: {
    args: (cast) => `workspace => '${cast.workspaceA}', accent => '#1f4e8c', logo => null`,
    answers: { members: "ok", member: "role" },
  },
  request_branding: {
    args: (cast) => `request => '${cast.request}'`,
    answers: { recipients: "ok", helper: "ok", others: "empty" },
    bound: { as: "recipient", reads: "few" },
  },
  workspace_tags: {
    args: (cast) => `workspace => '${cast.workspaceA}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  create_tag: {
    args: (cast) => `workspace => '${cast.workspaceA}', name => 'Mortgage'`,
    answers: { members: "ok" },
  },
  rename_tag: {
    args: (cast) => `tag => '${cast.tag}', name => 'Company'`,
    answers: { members: "ok" },
  },
  delete_tag: {
    args: (cast) => `tag => '${cast.tag}'`,
    answers: { members: "ok" },
  },
  tag_request: {
    args: (cast) => `request => '${cast.request}', tag => '${cast.tag}', tagged => false`,
    answers: { members: "ok" },
  },
  tag_person: {
    args: (cast) => `person => '${cast.asPerson}', tag => '${cast.tag}', tagged => true`,
    answers: { members: "ok" },
  },
  save_view: {
    args: (cast) => `workspace => '${cast.workspaceA}', name => 'Late ones', query => 'filter=overdue'`,
    answers: { members: "ok" },
  },
  change_view: {
    args: (cast) => `view => '${cast.view}', name => 'Late ones', query => 'filter=overdue'`,
    answers: { member: "ok" },
  },
  delete_view: {
    args: (cast) => `view => '${cast.view}'`,
    answers: { member: "ok" },
  },
  saved_reasons: {
    args: (cast) => `workspace => '${cast.workspaceA}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  save_reason: {
    args: (cast) => `workspace => '${cast.workspaceA}', reason => 'Page 2 is cut off.'`,
    answers: { members: "ok" },
  },
  remove_reason: {
    args: (cast) => `workspace => '${cast.workspaceA}', reason => 'Page 2 is cut off.'`,
    answers: { members: "ok" },
  },
};
