import type { RequestDraft } from "@sheaf/contract/request-draft";
import type { Request } from "./request.models.ts";

/** Converts a stored request or template to the editor's draft. */
export function toSavedDraft(
  request: Pick<Request, "title" | "message" | "dueOn" | "people" | "items" | "isTemplate" | "dueAfterDays">,
): RequestDraft {
  return {
    title: request.title,
    message: request.message,
    due_on: request.dueOn,
    ...(request.isTemplate && { due_after_days: request.dueAfterDays }),
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
