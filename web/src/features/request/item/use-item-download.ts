import { useQueryClient } from "@tanstack/react-query";
import type { Item } from "../../../data/items/item.models.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { archiveName } from "../../../steps/download/archive.models.ts";
import { saveFile } from "../../../steps/download/save-file.ts";
import { useDownload } from "../../../steps/download/use-download.ts";
import { useToast } from "../../../ui/overlays/toast.tsx";

/** What is set aside stays out of it, as of any download. */
export const filesToDownload = ({ files }: Pick<Item, "files">) =>
  files.filter(({ isSetAside }) => !isSetAside);

/** Saves what was received for one item: several files as a zip, one as it is. */
export function useItemDownload(request: Request) {
  const cache = useQueryClient();
  const toast = useToast();
  const { start, ...zip } = useDownload();
  const download = (item: Item) => {
    const [file, ...others] = filesToDownload(item);
    if (file && others.length === 0) {
      saveFile(cache, file).catch((error: unknown) => toast({ message: errorSentences(error).what }));
    } else {
      void start({
        name: archiveName(item),
        load: () => Promise.resolve([{ ...request, items: [item] }]),
        isPart: true,
      });
    }
  };
  return { ...zip, download };
}
