import type { RequestDraft } from "@sheaf/contract/request-draft";
import { useMutation } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { withoutId } from "../items/without-id.models.ts";
import { useSendRequest } from "./send-request.mutation.ts";

interface Test {
  workspaceId: string;
  draft: RequestDraft;
  /** Of its author, who is no member under it. */
  email: string;
  /** The saved draft, whose settings the test has; undefined until it is first saved. */
  savedId: string | undefined;
}

async function createTest({ workspaceId, draft, email, savedId }: Test): Promise<string> {
  const { data, error } = await dataClient().rpc("create_test", {
    workspace: workspaceId,
    draft: { ...draft, items: draft.items.map(withoutId) },
    email,
    ...(savedId !== undefined && { saved: savedId }),
  });
  if (error) throw toAppError(error);
  return data;
}

/** Sends a copy of a draft to another address of its author, as its recipients would get it. Resolves to the copy's id. */
export function useSendTest() {
  const send = useSendRequest();
  return useMutation({
    mutationFn: async (test: Test) => {
      const requestId = await createTest(test);
      await send.mutateAsync({ requestId, isInviting: true });
      return requestId;
    },
  });
}
