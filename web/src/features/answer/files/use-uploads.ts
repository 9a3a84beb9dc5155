import { cleanFileName } from "@sheaf/contract/file-name";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { inboxKeys } from "../../../data/inbox/keys.ts";
import { useUploads } from "../../../steps/uploads/use-uploads.ts";
import { hasLeftover } from "./upload-rows.models.ts";

/** The recipient's uploads of one request, which continue those of an earlier visit. */
export function useAnswerUploads(request: ReceivedRequest) {
  const { add: addFiles, ...uploads } = useUploads(request, inboxKeys);
  const add = (item: ReceivedItem, files: readonly File[]) =>
    addFiles(
      files.map((content) => ({
        requestId: request.id,
        itemId: item.id,
        content,
        accepts: item.accepts,
        byMember: false,
      })),
      {
        mayHaveBegun: ({ content }) => hasLeftover(item, cleanFileName(content.name), content.size),
        findDoubt: async (content, mime, signal) => {
          const { findDoubt } = await import("../../../steps/checks/find-doubt.ts");
          return findDoubt({ content, mime, items: request.items, signal });
        },
      },
    );
  return { ...uploads, add };
}
