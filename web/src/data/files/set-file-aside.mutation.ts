import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { eventKeys } from "../events/keys.ts";
import { sharedKeys } from "../shared-keys.ts";

export interface FileToSetAside {
  fileId: string;
  /** False puts the file back. */
  aside: boolean;
}

async function setFileAside({ fileId, aside }: FileToSetAside): Promise<void> {
  const { error } = await dataClient().rpc("set_file_aside", { file: fileId, aside });
  if (error) throw toAppError(error);
}

/** Leaves a file out of downloads, or puts it back. Refetches also after a failure, because the page may have been out of date. */
export function useSetFileAside() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: setFileAside,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: sharedKeys.requests }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
