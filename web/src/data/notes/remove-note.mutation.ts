import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { sharedKeys } from "../shared-keys.ts";

async function removeNote(noteId: string): Promise<void> {
  const { error } = await dataClient().rpc("remove_note", { note: noteId });
  if (error) throw toAppError(error);
}

/** Deletes one of the signed-in member's own notes. */
export function useRemoveNote() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: removeNote,
    onSuccess: () => cache.invalidateQueries({ queryKey: sharedKeys.requestDetails }),
  });
}
