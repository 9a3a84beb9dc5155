import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { sharedKeys } from "../shared-keys.ts";

interface NewNote {
  itemId: string;
  /** At most 1,000 characters. */
  body: string;
}

async function addNote({ itemId, body }: NewNote): Promise<void> {
  const { error } = await dataClient().rpc("add_note", { item: itemId, body });
  if (error) throw toAppError(error);
}

/** Adds a note for members. */
export function useAddNote() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: addNote,
    onSuccess: () => cache.invalidateQueries({ queryKey: sharedKeys.requestDetails }),
  });
}
