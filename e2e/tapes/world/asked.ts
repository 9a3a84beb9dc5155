import { createHash } from "node:crypto";
import { pages } from "@sheaf/contract/pages";
import type { Document } from "../../fixtures/documents.ts";
import type { Person } from "./person.ts";
import { unwrap } from "./unwrap.ts";

/** A request that was sent, and what both sides do with it; items go by their titles. */
export interface Asked {
  id: string;
  /** Path of the page that its link leads to. */
  link: string;
  /** From now on it is this person who answers. */
  join: (recipient: Person) => Promise<void>;
  add: (item: string, ...documents: Document[]) => Promise<void>;
  answer: (item: string, text: string) => Promise<void>;
  accept: (item: string) => Promise<void>;
  giveBack: (item: string, reason: string) => Promise<void>;
  cancel: () => Promise<void>;
}

export async function sendRequest(requester: Person, id: string): Promise<Asked> {
  const { client } = requester;
  unwrap(await client.rpc("send_request", { request: id }));
  const { token } = unwrap(await client.from("request_links").select("token").eq("request_id", id).single());
  let recipient: Person | undefined;

  const answering = () => {
    if (!recipient) throw new Error("Nobody has opened the request yet.");
    return recipient.client;
  };
  const itemCalled = async (title: string) =>
    unwrap(
      await client.from("items").select("id, revision").eq("request_id", id).eq("title", title).single(),
    );
  const decide = async (title: string, decision: "accept" | "return", reason: string) => {
    const { id: item, revision } = await itemCalled(title);
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
      const { id: item } = await itemCalled(title);
      for (const document of documents) await upload(answering(), item, document);
    },
    answer: async (title, text) => {
      const { id: item, revision } = await itemCalled(title);
      unwrap(await answering().rpc("answer_item", { item, revision, kind: "text", answer: text }));
    },
    accept: (title) => decide(title, "accept", ""),
    giveBack: (title, reason) => decide(title, "return", reason),
    cancel: async () => {
      unwrap(await client.rpc("cancel_request", { request: id }));
    },
  };
}

async function upload(
  client: Person["client"],
  item: string,
  { name, mimeType, buffer }: Document,
): Promise<void> {
  const [begun] = unwrap(
    await client.rpc("begin_upload", { item, name, size: buffer.length, mime: mimeType }),
  );
  if (!begun) throw new Error(`The upload of ${name} was not begun.`);
  unwrap(
    await client.storage
      .from("documents")
      .upload(begun.object_key, new Uint8Array(buffer), { contentType: mimeType }),
  );
  const sha256 = createHash("sha256").update(buffer).digest("hex");
  unwrap(await client.rpc("finish_upload", { file: begun.file_id, sha256 }));
}
