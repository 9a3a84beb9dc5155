import { beginExample, putExample } from "./examples.ts";
import { granted } from "./expectations.ts";
import type { Person } from "./people.ts";
import { begin, beginAsMember, put, upload } from "./requests.ts";

/**
 * Lets a member write a note and begin a file and two examples, and removes them.
 * @param where.fourth an item received elsewhere
 * @param where.draftItem an item of a draft, and `secondDraftItem` another
 * @returns what was theirs, by its names in the cast
 */
export async function removeMember(
  owner: Person,
  member: Person,
  where: { workspace: string; first: string; fourth: string; draftItem: string; secondDraftItem: string },
) {
  const { workspace, first, fourth, draftItem, secondDraftItem } = where;
  const note = granted(await member.rpc("add_note", { item: first, body: "They are away." })) as string;
  const addedByMember = await beginAsMember(member, fourth);
  const sentExample = await beginExample(member, draftItem);
  granted(await putExample(member, sentExample.object_key));
  const begunExample = await beginExample(member, secondDraftItem);
  granted(await owner.rpc("remove_member", { workspace, member: member.userId }));
  return { note, arrived: addedByMember, addedByMember, sentExample, begunExample };
}

/**
 * Lets a recipient who has joined ask a question and send files, one of which is stored, and removes them.
 * @param where.kept addresses of the recipients who stay
 * @returns what was theirs, by its names in the cast
 */
export async function removeRecipient(
  owner: Person,
  recipient: Person,
  where: { request: string; first: string; kept: readonly string[] },
) {
  const { request, first, kept } = where;
  const stored = await upload(recipient, first, "stored-before.pdf");
  const arrived = await begin(recipient, first, "arrived-before.pdf");
  granted(await put(recipient, arrived.object_key));
  const uploading = await begin(recipient, first, "begun-before.pdf");
  const question = granted(
    await recipient.rpc("ask_question", { item: first, body: "All pages?" }),
  ) as string;
  const change = { recipients: kept.map((email) => ({ email, name: "" })) };
  granted(await owner.rpc("edit_request", { request, revision: 1, change }));
  return { stored, arrived, uploading, question };
}
