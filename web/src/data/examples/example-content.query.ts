import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { toPreview } from "../files/preview.models.ts";
import type { Example } from "./example.models.ts";
import { exampleKeys } from "./keys.ts";

async function readExample({ objectKey }: Example, signal: AbortSignal): Promise<Blob> {
  const { data, error } = await platformClient()
    .storage.from("assets")
    .download(objectKey, {}, { signal, cache: "no-store" });
  if (error) throw toAppError(error);
  return data;
}

/** An example's bytes and its preview. */
export function exampleContentOptions(example: Example) {
  return queryOptions({
    queryKey: exampleKeys.content(example),
    queryFn: async ({ signal }) => {
      const content = await readExample(example, signal);
      return { content, preview: await toPreview(content) };
    },
    staleTime: Infinity,
    gcTime: 30_000,
    structuralSharing: false,
  });
}
