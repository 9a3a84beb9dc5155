import { granted } from "./expectations.ts";
import type { Person } from "./people.ts";
import { pdf } from "./requests.ts";

export interface Example {
  example_id: string;
  object_key: string;
}

/** The response to `begin_example`, for a small PDF unless told otherwise. */
export const announceExample = (person: Person, item: string, over: Record<string, unknown> = {}) =>
  person.rpc("begin_example", {
    item,
    name: "like-this.pdf",
    size: pdf.length,
    mime: "application/pdf",
    ...over,
  });

/** Begins an example without sending its bytes. */
export async function beginExample(person: Person, item: string, name?: string): Promise<Example> {
  const [example] = granted(await announceExample(person, item, { ...(name && { name }) })) as Example[];
  if (!example) throw new Error("begin_example returned no row");
  return example;
}

export const putExample = (person: Person, key: string, bytes: Uint8Array = pdf, headers = {}) =>
  person.knock(`/storage/v1/object/assets/${key}`, {
    method: "POST",
    body: bytes,
    headers: { "content-type": "application/pdf", "x-upsert": "false", ...headers },
  });

export const getExample = (person: Person, key: string) =>
  person.knock(`/storage/v1/object/authenticated/assets/${key}`);

export const finishExample = (person: Person, example: string) => person.rpc("finish_example", { example });

export const removeExample = (person: Person, example: string) => person.rpc("remove_example", { example });

/** Begins, sends and finishes an example. */
export async function addExample(person: Person, item: string, name?: string): Promise<Example> {
  const begun = await beginExample(person, item, name);
  granted(await putExample(person, begun.object_key));
  granted(await finishExample(person, begun.example_id));
  return begun;
}
