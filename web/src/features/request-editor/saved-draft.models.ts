import type { RequestDraft } from "@sheaf/contract/request-draft";
import type { Request } from "../../data/requests/request.models.ts";

/** A stored request in the shape in which it was written. */
export function toSavedDraft(
  request: Pick<Request, "title" | "message" | "dueOn" | "people" | "items">,
): RequestDraft {
  return {
    title: request.title,
    message: request.message,
    due_on: request.dueOn,
    recipients: request.people.map(({ email, name }) => ({ email, name })),
    items: request.items.map(({ title, instructions, kind, isRequired, accepts }) => ({
      title,
      instructions,
      kind,
      required: isRequired,
      accepts: [...accepts],
    })),
  };
}
