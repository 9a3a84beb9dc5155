import { limits } from "@sheaf/contract/limits";
import type { RequestDraft } from "@sheaf/contract/request-draft";
import { useMutation } from "@tanstack/react-query";
import { withoutId } from "../items/without-id.models.ts";
import { useCreateRequest } from "./create-request.mutation.ts";
import { useSendRequest } from "./send-request.mutation.ts";

interface Test {
  workspaceId: string;
  draft: RequestDraft;
  /** Of its author, who is no member under it. */
  email: string;
}

/** Sends a copy of a draft to another address of its author, as its recipients would get it. Resolves to the copy's id. */
export function useSendTest() {
  const create = useCreateRequest();
  const send = useSendRequest();
  return useMutation({
    mutationFn: async ({ workspaceId, draft, email }: Test) => {
      const title = `Test: ${draft.title}`.slice(0, limits.titleLength);
      const items = draft.items.map(withoutId);
      const copy = { ...draft, title, items, recipients: [{ email, name: "" }] };
      const requestId = await create.mutateAsync({ workspaceId, draft: copy });
      await send.mutateAsync({ requestId, isInviting: true });
      return requestId;
    },
  });
}
