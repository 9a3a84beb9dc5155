import { cleanFileName } from "@sheaf/contract/file-name";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddExample } from "../../../data/examples/add-example.mutation.ts";
import type { Example } from "../../../data/examples/example.models.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { requestOptions } from "../../../data/requests/request.query.ts";
import { type AppError, toAppError } from "../../../lib/errors.ts";
import { useUnloadWarning } from "../../../lib/use-unload-warning.ts";
import { useToast } from "../../../ui/overlays/toast.tsx";
import type { EditorItem } from "../editor.models.ts";

/** An example on its way, or one that didn't arrive. */
export interface ExampleUpload {
  name: string;
  /** Bytes. */
  size: number;
  /** Bytes sent so far. */
  loaded: number;
  failure: AppError | null;
  /** Cancels the upload, or forgets the failed one. */
  stop: () => void;
}

interface ExamplesOptions {
  /** Undefined until the request is saved. */
  requestId: string | undefined;
  /** It is saved on request only, and recipients have it already. */
  isSent: boolean;
  /** The draft is valid, so it can be saved for the sake of a new item. */
  canSave: boolean;
  /** Id of an item's row, which is saved first if necessary. Fails with an `AppError`. */
  saveItem: (key: number) => Promise<string>;
}

export interface ItemExamples {
  examplesOf: (item: EditorItem) => readonly Example[];
  /** One at a time for each item. */
  uploadOf: (item: EditorItem) => ExampleUpload | undefined;
  /** Why the item can't get one now; undefined if it can. */
  obstacleTo: (item: EditorItem) => string | undefined;
  add: (item: EditorItem, content: File) => void;
  isSent: boolean;
}

const saveFirst = "This item is new. Save your changes first, then add an example.";
const fixFirst = "The draft has to be saved first. Enter a title and fix the marked fields.";

const none: readonly Example[] = [];

function byItem({ items }: Request): ReadonlyMap<string, readonly Example[]> {
  return new Map(items.map(({ id, examples }) => [id, examples]));
}

/** The examples of a request's items. They are saved by themselves, apart from what is typed. */
export function useExamples(options: ExamplesOptions): ItemExamples {
  const { requestId, isSent, canSave, saveItem } = options;
  const { data: stored } = useQuery({
    ...requestOptions({ id: requestId ?? "" }),
    enabled: requestId !== undefined,
    // The page has read it already, and reads it again after each change.
    staleTime: Infinity,
    select: byItem,
  });
  const [uploads, setUploads] = useState<ReadonlyMap<number, ExampleUpload>>(new Map());
  const adding = useAddExample();
  const toast = useToast();
  useUnloadWarning([...uploads.values()].some(({ failure }) => failure === null));

  const change = (key: number, part: Partial<ExampleUpload>) =>
    setUploads((current) => {
      const upload = current.get(key);
      return upload ? new Map(current).set(key, { ...upload, ...part }) : current;
    });
  const forget = (key: number) =>
    setUploads((current) => new Map([...current].filter(([other]) => other !== key)));

  const add = async ({ key }: EditorItem, content: File) => {
    const { size } = content;
    const name = cleanFileName(content.name);
    const stopping = new AbortController();
    const stop = () => {
      stopping.abort();
      forget(key);
    };
    setUploads((current) => new Map(current).set(key, { name, size, loaded: 0, failure: null, stop }));
    try {
      await adding.mutateAsync({
        itemId: () => saveItem(key),
        content,
        signal: stopping.signal,
        onBytes: (loaded) => change(key, { loaded }),
      });
      forget(key);
      toast({ message: `${name} was added.`, tone: "success" });
    } catch (error) {
      if (!stopping.signal.aborted) change(key, { failure: toAppError(error) });
    }
  };

  return {
    examplesOf: ({ id }) => (id === undefined ? none : (stored?.get(id) ?? none)),
    uploadOf: ({ key }) => uploads.get(key),
    obstacleTo: ({ id }) => (id !== undefined || canSave ? undefined : isSent ? saveFirst : fixFirst),
    isSent,
    add: (item, content) => void add(item, content),
  };
}
