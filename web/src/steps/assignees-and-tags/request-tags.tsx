import { useChangeRequest } from "../../data/requests/change-request.mutation.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { TagsField } from "./tags-field.tsx";

/** The request's tags. Recipients don't see them. */
export function RequestTags({ request }: { request: Pick<Request, "id" | "title" | "tags" | "workspace"> }) {
  const { mutate: change } = useChangeRequest();
  return (
    <TagsField
      workspaceId={request.workspace.id}
      title={request.title}
      tags={request.tags}
      onTag={({ id: tagId }, isTagged, result) =>
        change({ requestId: request.id, change: { kind: "tag", tagId, isTagged } }, result)
      }
    />
  );
}
