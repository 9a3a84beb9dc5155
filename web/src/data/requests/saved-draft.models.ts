import type { RequestDraft } from "@sheaf/contract/request-draft";
import type { Request } from "./request.models.ts";

/** A stored request in the shape in which it was written. */
export function toSavedDraft(
  request: Pick<Request, "title" | "message" | "dueOn" | "people" | "items">,
): RequestDraft {
  return {
    title: request.title,
    message: request.message,
    due_on: request.dueOn,
    recipients: request.people.map(({ id, email, name }) => ({ id, email, name })),
    items: request.items.map((item) => ({
      id: item.id,
      section: item.section,
      title: item.title,
      instructions: item.instructions,
      kind: item.kind,
      required: item.isRequired,
      accepts: [...item.accepts],
      expected_files: item.expectedFiles,
      choices: [...item.choices],
      multiple: item.multiple,
      sensitive: item.isSensitive,
    })),
  };
}
