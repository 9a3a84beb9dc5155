import type { Database as Generated } from "./database.types.ts";
import type { ReminderPlan } from "./reminder-plan.ts";
import type { AcceptedGroup } from "./request-draft.ts";
import type {
  AnswerKind,
  BulkState,
  Decision,
  EventKind,
  ExampleState,
  FileState,
  FileVerdict,
  ItemKind,
  ItemState,
  MemberRole,
  ReadPurpose,
  RecipientScope,
  RepeatPeriod,
  RequestState,
} from "./states.ts";

/** Columns that a check constraint limits to a list of values or to a shape. The generator sees plain text or JSON. */
interface CheckedColumns {
  events: { kind: EventKind };
  files: { status: FileState; verdict: FileVerdict | null };
  item_examples: { status: ExampleState };
  items: { kind: ItemKind; status: ItemState; accepts: AcceptedGroup[]; answer_kind: AnswerKind | null };
  members: { role: MemberRole };
  recipients: { scope: RecipientScope };
  requests: { status: RequestState; reminder_plan: ReminderPlan };
  workspaces: { reminder_plan: ReminderPlan };
}

/** The same for arguments of functions. */
interface CheckedArguments {
  /** Null to unassign. */
  assign_request: { assignee: string | null };
  change_due_date: { due_on: string | null; former: string | null };
  answer_item: { kind: AnswerKind | "none" };
  decide_item: { decision: Decision };
  open_files: { purpose: ReadPurpose };
  promise_date: { on: string | null };
  repeat_request: { every?: RepeatPeriod };
  set_reminders: { plan: ReminderPlan };
  set_workspace_branding: { accent: string | null; logo: string | null };
  set_workspace_reminders: { plan: ReminderPlan };
}

interface ListedPerson {
  due_on: string | null;
  promised_on: string | null;
  last_seen_at: string | null;
  answered_at: string | null;
  unreachable_at: string | null;
  muted_at: string | null;
  /** Null if nothing is open with them. */
  request_id: string | null;
}

/** Columns of functions' results that can be null or have a narrower type. The generator never says so. */
interface CheckedResults {
  bulk_details: {
    template_id: string | null;
    paused_at: string | null;
    stopped_at: string | null;
    next_at: string | null;
    ends_on: string | null;
  };
  bulk_people: {
    due_on: string | null;
    request_id: string | null;
    state: BulkState;
    failure: string | null;
    sent_at: string | null;
  };
  suggest_people: {
    /** The name of a household or company, with all its people. */
    client: string | null;
    together: number | null;
  };
  verify_history: { broken_seq: number | null; verified_at: string | null; head: string | null };
  request_repeat: {
    every: RepeatPeriod;
    failure: string | null;
    following_id: string | null;
  };
  list_people: ListedPerson;
  search_people: ListedPerson;
  export_people: Omit<ListedPerson, "request_id">;
  person_details: {
    last_seen_at: string | null;
    zone: string | null;
    answer_seconds: number | null;
    answered_at: string | null;
    emailed_at: string | null;
    next_email_at: string | null;
    unreachable_at: string | null;
    muted_at: string | null;
    /** The main one first. */
    addresses: { id: string; email: string; name: string; note: string; phone: string }[];
    /** Others of the same client. */
    client_people: { id: string; name: string; email: string }[];
    tags: { id: string; name: string }[];
  };
  person_requests: {
    status: RequestState;
    closed_at: string | null;
    due_on: string | null;
    promised_on: string | null;
  };
  my_checklist: {
    due_on: string | null;
    status: RequestState;
    paused_at: string | null;
    first_seen_at: string | null;
    visited_before_at: string | null;
    promised_on: string | null;
    muted_at: string | null;
    /** By id of the file. */
    added_by: Readonly<Record<string, string>>;
  };
  unusual_addresses: { request: string | null };
  unopened_requests: { due_on: string | null; sender_email: string | null };
  my_checklists: {
    due_on: string | null;
    status: RequestState;
    paused_at: string | null;
    items: { status: ItemState; required: boolean; answer_kind: AnswerKind | null }[];
  };
  peek_request: {
    due_on: string | null;
    sender_name: string | null;
    sender_email: string | null;
    accent: string | null;
    logo: string | null;
    retain_days: number | null;
    retain_sensitive_days: number | null;
  };
  request_branding: { accent: string | null; logo: string | null };
  request_retention: {
    days: number | null;
    sensitive_days: number | null;
    ended_at: string | null;
    erase_at: string | null;
    erased_at: string | null;
    deleted_at: string | null;
  };
  request_people: { scope: RecipientScope };
  workspace_invitations: { emailed_at: string | null };
  workspace_templates: { due_after_days: number | null; last_used_at: string | null };
  workspace_members: { has_second_factor: boolean | null };
}

/** Functions whose single value can be null. */
type NullableResult = "assign_request" | "invitations_end_on";

type GeneratedTables = Generated["public"]["Tables"];
type GeneratedFunctions = Generated["public"]["Functions"];
export type TableName = keyof GeneratedTables;

/** Replaces the types of keys that exist; a key of `Narrow` that `Shape` lacks has no effect. */
type Narrowed<Shape, Narrow> = {
  [Key in keyof Shape]: Key extends keyof Narrow ? Narrow[Key] : Shape[Key];
};
type NarrowedBy<Map, Name, Shape> = Name extends keyof Map ? Narrowed<Shape, Map[Name]> : Shape;

type NarrowedTables = {
  [Name in TableName]: Narrowed<
    GeneratedTables[Name],
    { Row: NarrowedBy<CheckedColumns, Name, GeneratedTables[Name]["Row"]> }
  >;
};

type NarrowedResult<Name, Result> = Result extends (infer Row)[]
  ? NarrowedBy<CheckedResults, Name, Row>[]
  : Name extends NullableResult
    ? Result | null
    : Result;

type NarrowedFunction<Name extends keyof GeneratedFunctions> = {
  Args: NarrowedBy<CheckedArguments, Name, GeneratedFunctions[Name]["Args"]>;
  Returns: NarrowedResult<Name, GeneratedFunctions[Name]["Returns"]>;
};

type NarrowedFunctions = {
  [Name in keyof GeneratedFunctions]: GeneratedFunctions[Name] extends {
    SetofOptions: { to: infer Table extends TableName };
  }
    ? // Returns rows of a table, so that its relations can be selected as well.
      Omit<GeneratedFunctions[Name], "Returns"> & { Returns: NarrowedTables[Table]["Row"][] }
    : NarrowedFunction<Name>;
};

/** The generated schema, with every checked column and argument as the union of its values. */
export type Database = Narrowed<
  Generated,
  { public: Narrowed<Generated["public"], { Tables: NarrowedTables; Functions: NarrowedFunctions }> }
>;

export type Row<Name extends TableName> = Database["public"]["Tables"][Name]["Row"];
