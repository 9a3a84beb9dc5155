import { functionEntries } from "../functions/all-functions.ts";
import { answersByPerson } from "../functions/expected-answers.ts";

/**
 * Access rights, one table per kind; that of functions is derived from their entries in `../functions`. The tests compare
 * every line with the database: a table, column or function without a line fails the run, and so does a line without its
 * table, column or function.
 *
 * owner, admin, member: of workspace A. ex-member: was one and had begun things there. lapsed: member of a workspace that
 * requires a second factor, without it. rival: owner of workspace B. recipient, co-recipient: of one request of A.
 * ex-recipient: was one, with files and a question. helper: the last item of that request was handed to them. outsider:
 * signed in, nothing else. Calls of those who were removed are about what was theirs.
 * The last four are owners of A whose token gives no access: of an anonymous user, without the second factor
 * that the account has, of a session that has ended, of a third-party client.
 */

/**
 * All columns. `*`: its user may update it; all others are changed only by functions. `-`: functions return it to members,
 * and no one reads it in the table, whose rows recipients read as well.
 */
export const columns = `
profiles         user_id display_name* created_at
workspaces       id name require_second_factor- second_factor_from- retain_days- created_at zone- reminder_plan-
workspaces       accent logo retain_sensitive_days-
members          workspace_id user_id role created_at
requests         id workspace_id title message due_on status created_by- created_at- sent_by- sent_at closed_at
requests         last_activity_at items_total- items_missing- items_submitted- items_returned- items_accepted-
requests         items_declined- items_waived- required_missing- required_partial- required_returned- required_open- paused_at closed_by
requests         revision- changed_at archived_at- invites- reminder_plan- reminders_paused_at- is_template- is_test- shows_items- due_after_days-
requests         assignee- retain_days- retain_sensitive_days- erase_at- erased_at- deleted_at- deleted_by- deleted_from-
request_links    request_id workspace_id token token_hash rotated_at
request_search   request_id workspace_id document
recipients       id request_id workspace_id email name user_id first_seen_at last_seen_at created_at
recipients       removed_at visited_before_at invited_at muted_at unreachable_at zone promised_on
recipients       next_reminder_at reminders_sent emailed_at remind_after scope
recipient_items  item_id recipient_id request_id workspace_id handed_by handed_by_name at
access_requests  id request_id workspace_id user_id email asked_at decided_at decided_by is_added
items            id request_id workspace_id position title instructions kind required accepts status answer
items            answer_kind reason revision decided_by decided_at created_at changed_at removed_at choices multiple
items            section expected_files sensitive received_elsewhere answer_erased_at
files            id item_id request_id workspace_id name size mime sha256 object_key object_version status
files            uploaded_by created_at stored_at removed_at removed_by purged_at set_aside_at
files            added_by_member verdict verdict_reason checked_sha256 checked_size checked_at damaged
files            deletion_asked_at deletion_refused_at deletion_refusal
item_examples    id item_id request_id workspace_id name size mime object_key object_version status uploaded_by
item_examples    created_at stored_at
events           request_id seq workspace_id item_id file_id actor actor_name recipient_id kind data at
events           salt text_hash previous_hash hash
questions        id request_id workspace_id item_id created_at last_message_at last_author resolved_at
messages         id question_id request_id workspace_id author author_name is_member body at
notes            id request_id workspace_id item_id author author_name body at
tags             id workspace_id name
request_tags     request_id tag_id workspace_id
saved_views      id workspace_id user_id name query
`;

/**
 * Rows that a person reads. A, B: all of that workspace. asked: those of the request they answer. met: people of that
 * request and who sent it. own: their own. handed: those of the item that was handed to them. none: an empty list. refused: not even that.
 */
export const rows = `
                owner admin member ex-member lapsed rival recipient co-recipient ex-recipient helper outsider anon    anonymous unverified ended third-party
profiles        A     A     A      own       own    B     met       met          own          own    own      refused none      none       none  none
workspaces      A     A     A      none      none   B     asked     asked        none         none   none     refused none      none       none  none
members         A     A     A      none      none   B     none      none         none         none   none     refused none      none       none  none
requests        A     A     A      none      none   B     asked     asked        none         none   none     refused none      none       none  none
request_links   A     A     A      none      none   B     none      none         none         none   none     refused none      none       none  none
request_search  A     A     A      none      none   B     none      none         none         none   none     refused none      none       none  none
recipients      A     A     A      none      none   B     own       own          none         own    none     refused none      none       none  none
recipient_items A     A     A      none      none   B     none      none         none         none   none     refused none      none       none  none
access_requests A     A     A      none      none   B     none      none         none         none   none     refused none      none       none  none
items           A     A     A      none      none   B     asked     asked        none         handed none     refused none      none       none  none
files           A     A     A      none      none   B     asked     asked        none         handed none     refused none      none       none  none
item_examples   A     A     A      none      none   B     asked     asked        none         none   none     refused none      none       none  none
events          A     A     A      none      none   B     asked     asked        none         none   none     refused none      none       none  none
questions       A     A     A      none      none   B     asked     asked        none         handed none     refused none      none       none  none
messages        A     A     A      none      none   B     asked     asked        none         handed none     refused none      none       none  none
notes           A     A     A      none      none   B     none      none         none         none   none     refused none      none       none  none
tags            A     A     A      none      none   B     none      none         none         none   none     refused none      none       none  none
request_tags    A     A     A      none      none   B     none      none         none         none   none     refused none      none       none  none
saved_views     own   own   own    none      none   own   none      none         none         none   none     refused none      none       none  none
`;

/** Functions, each called with arguments that are right for the request of A, as their entries say. */
export const functions: Line[] = functionEntries.map(([name, { answers }]) => ({
  name,
  cells: answersByPerson(answers),
}));

/**
 * Statements that the storage service makes in a person's role. `upload` is of a file that the recipient has begun,
 * `member-upload` of one that the member has begun, `read` of one that is stored and that everybody has opened,
 * `read-unopened` of one that nobody has opened; `example-upload` and `example-read` are the same in the bucket of
 * examples, `example-unread` of one that isn't finished. No one may use any other operation or key.
 */
export const storage = `
               owner admin member ex-member lapsed rival recipient co-recipient ex-recipient helper outsider anon anonymous unverified ended third-party
upload         no    no    no     no        no     no    yes       no           no           no     no       no   no        no         no    no
member-upload  no    no    yes    no        no     no    no        no           no           no     no       no   no        no         no    no
read           yes   yes   yes    no        no     no    yes       yes          no           no     no       no   no        no         no    no
read-unopened  no    no    no     no        no     no    no        no           no           no     no       no   no        no         no    no
read-uploading no    no    no     no        no     no    no        no           no           no     no       no   no        no         no    no
read-removed   no    no    no     no        no     no    no        no           no           no     no       no   no        no         no    no
change         no    no    no     no        no     no    no        no           no           no     no       no   no        no         no    no
delete         no    no    no     no        no     no    no        no           no           no     no       no   no        no         no    no
example-upload no    no    yes    no        no     no    no        no           no           no     no       no   no        no         no    no
example-read   yes   yes   yes    no        no     no    yes       yes          no           no     no       no   no        no         no    no
example-unread no    no    no     no        no     no    no        no           no           no     no       no   no        no         no    no
example-change no    no    no     no        no     no    no        no           no           no     no       no   no        no         no    no
example-delete no    no    no     no        no     no    no        no           no           no     no       no   no        no         no    no
`;

/** Storage's names of its operations. Only those of the first two lists are allowed for anyone; for examples only the first of each. */
export const storageOperations = {
  upload: [
    "storage.object.upload",
    "storage.tus.upload.create",
    "storage.tus.upload.part",
    "storage.tus.upload.delete",
  ],
  read: ["storage.object.get_authenticated", "object.get_authenticated_info"],
  never: [
    "storage.object.list",
    "storage.object.list_v2",
    "storage.object.sign",
    "storage.object.sign_many",
    "storage.object.sign_upload_url",
    "storage.object.upload_signed",
    "storage.object.upload_update",
    "storage.object.copy",
    "storage.object.move",
    "storage.object.delete",
    "storage.object.delete_many",
    "storage.object.get_public",
    "storage.object.info_public",
    "storage.object.get_signed",
    "storage.render.image_authenticated",
    "storage.s3.upload",
    "storage.s3.object.get",
    "storage.s3.object.info",
    "storage.s3.object.list",
    "storage.s3.object.delete",
    "",
  ],
};

/** Security definer functions, all reviewed. */
export const definers = {
  private: `
has_app may_read_example may_read_object may_store_example may_store_object my_askers my_handed_requests my_items
my_people my_questions my_requests my_shared_items my_shared_requests my_workspaces passed_second_factor proven_since
require_fresh_proof require_list require_session session_exists session_ok tg__index_words tg__notify_of_way_in
tg__prove_way_in tg__prove_workspace_change tg__sync_list_entries tg_backup_codes__notify tg_events__ask_for_receipt
tg_events__chain tg_events__count_answer tg_events__note_answer tg_events__queue_emails tg_events__recompute_retention
tg_events__refuse_change tg_files__count_bytes tg_files__release_bytes tg_identities__prove_removal
tg_identities__require_own_address tg_item_examples__count_bytes tg_items__drop_examples tg_items__plan_reminders
tg_items__recount tg_members__keep_an_owner tg_mfa_factors__finish_enrollment tg_objects__guard_asset
tg_objects__guard_document tg_outbox__forget_account tg_outbox__note_invitation
tg_recipient_items__plan_reminder tg_recipients__plan_reminder tg_recipients__queue_emails tg_recipients__sync_people tg_requests__add_people tg_requests__end_repeat
tg_requests__plan_reminders tg_requests__promise_retention tg_requests__queue_emails tg_requests__take_reminder_plan
tg_sessions__notify_of_device tg_users__begin_email_change tg_users__count_emails tg_users__finish_email_change
tg_users__forget_unproven_identities tg_users__notify_of_change tg_users__notify_of_deletion tg_users__prove_change
tg_workspaces__forget_usage use_quota
`,
  /** Called by Auth, whose role may write none of our tables. */
  hooks: "before_user_created mfa_verification_attempt password_verification_attempt",
  /** Helpers of policies and of one constraint, which run in the user's role. */
  executable: `
has_visible_character: authenticated
is_for_members: authenticated
is_name: authenticated
is_one_of: authenticated
may_read_example: anon authenticated
may_read_object: anon authenticated
may_store_example: anon authenticated
may_store_object: anon authenticated
my_askers: authenticated
my_items: authenticated
my_people: authenticated
my_questions: authenticated
my_requests: authenticated
my_shared_items: authenticated
my_shared_requests: authenticated
my_workspaces: authenticated
one_line: authenticated
session_ok: authenticated
trimmed: authenticated
`,
};

/** All grants of the functions in `hooks`: Auth's role may write none of our tables, PostgREST checks every request. */
export const hookCallers = `
before_user_created: supabase_auth_admin
check_request: anon authenticated service_role
mfa_verification_attempt: supabase_auth_admin
password_verification_attempt: supabase_auth_admin
`;

export interface Line {
  name: string;
  cells: Map<string, string>;
}

/** Parses one of the tables above; its first line names the people. */
export function readTable(text: string): Line[] {
  const [head = "", ...lines] = text.trim().split("\n");
  const people = words(head);
  return lines.map((line) => {
    const [name = "", ...values] = words(line);
    if (values.length !== people.length)
      throw new Error(`${name}: ${values.length} cells, ${people.length} people`);
    return { name, cells: new Map(people.map((person, index) => [person, values[index] ?? ""])) };
  });
}

/** Parses lines of `name word word …` and merges lines with the same name. */
export function readLists(text: string): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const line of text.trim().split("\n")) {
    const [name = "", ...listed] = words(line.replace(":", " "));
    lists.set(name, [...(lists.get(name) ?? []), ...listed]);
  }
  return lists;
}

/** The columns of a table that a signed-in person may read there. */
export const readableColumns = (table: string): string[] =>
  (readLists(columns).get(table) ?? []).filter((column) => !column.endsWith("-")).map(plainColumn);

/** Without its mark. */
export const plainColumn = (column: string): string => column.replace(/[*-]$/, "");

export const words = (text: string): string[] => text.trim().split(/\s+/);
