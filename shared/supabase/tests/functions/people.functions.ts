import type { FunctionEntries } from "./function-entry.ts";

export const people: FunctionEntries = {
  list_people: {
    args: (cast) => `workspace => '${cast.workspaceA}', filter => 'waiting'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "longList", variants: { narrowed: "everything" } },
  },
  people_counts: {
    args: (cast) => `workspace => '${cast.workspaceA}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "few", variants: { narrowed: "everything" } },
  },
  export_people: {
    args: (cast) => `workspace => '${cast.workspaceA}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "everything" },
  },
  search_people: {
    args: (cast) => `workspace => '${cast.workspaceA}', search => 'recipient'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "list" },
  },
  suggest_people: {
    args: (cast) => `workspace => '${cast.workspaceA}', search => 'recipient'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "longList" },
  },
  suggest_clients: {
    args: (cast) => `workspace => '${cast.workspaceA}', search => 'household'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  person_details: {
    args: (cast) => `person => '${cast.asPerson}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "some" },
  },
  person_requests: {
    args: (cast) => `person => '${cast.asPerson}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  person_companions: {
    args: (cast) => `person => '${cast.asPerson}'`,
    answers: { members: "ok" },
    bound: { as: "owner", reads: "few" },
  },
  add_people: {
    args: (cast) =>
      `workspace => '${cast.workspaceA}', people => '[{"email":"new@people.example","name":""}]'`,
    answers: { members: "ok" },
  },
  edit_person: {
    args: (cast) =>
      `person => '${cast.asPerson}', revision => 1, name => 'Some One', note => 'Call first.', phone => '112', client => 'Household'`,
    answers: { members: "ok" },
  },
  merge_people: {
    args: (cast) => `person => '${cast.asPerson}', other => '${cast.asOtherPerson}'`,
    answers: { members: "ok" },
  },
  delete_person: {
    args: (cast) => `person => '${cast.asPerson}'`,
    answers: { members: "asked" },
  },
  unmerge_person: {
    args: (cast) => `person => '${cast.asPerson}'`,
    answers: { members: "ok" },
  },
};
