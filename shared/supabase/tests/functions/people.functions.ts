import type { FunctionEntries } from "./function-entry.ts";

export const people: FunctionEntries = {
  list_people: {
    args: (cast) => `workspace => '${cast.workspaceA}', filter => 'waiting'`,
    answers: { members: "ok" },
    bound: { as: "owner", buffers: 2_600, variants: { narrowed: 8_100 } },
  },
  people_counts: {
    args: (cast) => `workspace => '${cast.workspaceA}'`,
    answers: { members: "ok" },
    bound: { as: "owner", buffers: 200, variants: { narrowed: 8_100 } },
  },
  export_people: {
    args: (cast) => `workspace => '${cast.workspaceA}'`,
    answers: { members: "ok" },
    bound: { as: "owner", buffers: 18_000 },
  },
  search_people: {
    args: (cast) => `workspace => '${cast.workspaceA}', search => 'recipient'`,
    answers: { members: "ok" },
    bound: { as: "owner", buffers: 6_600 },
  },
  suggest_people: {
    args: (cast) => `workspace => '${cast.workspaceA}', search => 'recipient'`,
    answers: { members: "ok" },
    bound: { as: "owner", buffers: 6_600 },
  },
  person_details: {
    args: (cast) => `person => '${cast.asPerson}'`,
    answers: { members: "ok" },
    bound: { as: "owner", buffers: 650 },
  },
  person_requests: {
    args: (cast) => `person => '${cast.asPerson}'`,
    answers: { members: "ok" },
    bound: { as: "owner", buffers: 100 },
  },
  person_companions: {
    args: (cast) => `person => '${cast.asPerson}'`,
    answers: { members: "ok" },
    bound: { as: "owner", buffers: 120 },
  },
  edit_person: {
    args: (cast) => `person => '${cast.asPerson}', revision => 0, name => 'Some One', note => 'Call first.'`,
    answers: { members: "ok" },
  },
  merge_people: {
    args: (cast) => `person => '${cast.asPerson}', other => '${cast.asOtherPerson}'`,
    answers: { members: "ok" },
  },
  unmerge_person: {
    args: (cast) => `person => '${cast.asPerson}'`,
    answers: { members: "ok" },
  },
};
