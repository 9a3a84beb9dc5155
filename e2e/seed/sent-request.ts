import { createHash } from "node:crypto";
import { pages } from "@sheaf/contract/pages";
import type { Document } from "../fixtures/documents.ts";
import type { Person } from "./person.ts";
import { unwrap } from "./unwrap.ts";

/** A sent request with the actions of both sides; items are identified by title. */
export interface SentRequest {
  id: string;
  /** Path of the checklist link. */
  link: string;
  /** Opens the request as this user, who then answers it. */
  join: (recipient: Person) => Promise<void>;
  add: (item: string, ...documents: Document[]) => Promise<void>;
  answer: (item: string, text: string) => Promise<void>;
  accept: (item: string) => Promise<void>;
  returnItem: (item: string, reason: string) => Promise<void>;
  cancel: () => Promise<void>;
}

export async function sendRequest(requester: Person, id: string): Promise<SentRequest> {
  const { client } = requester;
  unwrap(await client.rpc("send_request", { request: id }));
  const { token } = unwrap(await client.from("request_links").select("token").eq("request_id", id).single());
  let recipient: Person | undefined;

  const recipientClient = () => {
    if (!recipient) throw new Error("No recipient has joined the request.");
    return recipient.client;
  };
  const findItem = async (title: string) =>
    unwrap(
      await client.from("items").select("id, revision").eq("request_id", id).eq("title", title).single(),
    );
  const decide = async (title: string, decision: "accept" | "return", reason: string) => {
    const { id: item, revision } = await findItem(title);
    unwrap(await client.rpc("decide_item", { item, revision, decision, reason }));
  };

  return {
    id,
    link: pages.link.href({ token }),
    join: async (person) => {
      unwrap(await person.client.rpc("join_request", { token }));
      recipient = person;
    },
    add: async (title, ...documents) => {
      const { id: item } = await findItem(title);
      for (const document of documents) await uploadFile(recipientClient(), item, document);
    },
    answer: async (title, text) => {
      const { id: item, revision } = await findItem(title);
      unwrap(await recipientClient().rpc("answer_item", { item, revision, kind: "text", answer: text }));
    },
    accept: (title) => decide(title, "accept", ""),
    returnItem: (title, reason) => decide(title, "return", reason),
    cancel: async () => {
      unwrap(await client.rpc("cancel_request", { request: id }));
    },
  };
}

/** @returns the file's object key. */
export async function uploadFile(
  client: Person["client"],
  item: string,
  { name, mimeType, buffer }: Document,
): Promise<string> {
  const [started] = unwrap(
    await client.rpc("begin_upload", { item, name, size: buffer.length, mime: mimeType }),
  );
  if (!started) throw new Error(`begin_upload returned no upload for ${name}.`);
  unwrap(
    await client.storage
      .from("documents")
      .upload(started.object_key, new Uint8Array(buffer), { contentType: mimeType }),
  );
  const sha256 = createHash("sha256").update(buffer).digest("hex");
  unwrap(await client.rpc("finish_upload", { file: started.file_id, sha256 }));
  return started.object_key;
}
