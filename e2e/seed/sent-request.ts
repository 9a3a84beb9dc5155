import { createHash } from "node:crypto";
import { pages } from "@sheaf/contract/pages";
import type { RequestDraft } from "@sheaf/contract/request-draft";
import type { Decision } from "@sheaf/contract/states";
import type { Json } from "@sheaf/contract/database.types";
import type { Document } from "../fixtures/documents.ts";
import type { Contact } from "./contact.ts";
import type { Person } from "./person.ts";
import { unwrap } from "./unwrap.ts";

/** A sent request with the actions of both sides; items are identified by title. */
export interface SentRequest {
  id: string;
  /** Path of the checklist link. */
  link: string;
  /** Opens the request as this user, who then answers it. */
  join: (recipient: Person) => Promise<void>;
  /** The recipient asks someone else for an item. */
  handOff: (item: string, to: Contact) => Promise<void>;
  /** A helper opens the link. */
  openAs: (helper: Person) => Promise<void>;
  /** Asks for access, as a user who isn't a recipient. */
  askToBeAdded: (person: Person) => Promise<void>;
  add: (item: string, ...documents: Document[]) => Promise<void>;
  /** A day, a choice, yes or no is written as the item's kind says. */
  answer: (item: string, text: string) => Promise<void>;
  /** The recipient asks about an item. */
  ask: (item: string, question: string) => Promise<void>;
  /** The requester replies to the item's only question. */
  reply: (item: string, text: string) => Promise<void>;
  /** The requester notes something for members. */
  note: (item: string, text: string) => Promise<void>;
  /** Shows recipients what an answer looks like. */
  addExample: (item: string, document: Document) => Promise<void>;
  accept: (item: string) => Promise<void>;
  returnItem: (item: string, reason: string) => Promise<void>;
  /** Returns one file and keeps the others. */
  returnFile: (item: string, name: string, reason: string) => Promise<void>;
  /** Decides without an answer. */
  receiveElsewhere: (item: string, note: string) => Promise<void>;
  /** Changes only what is named. */
  edit: (change: Partial<Pick<RequestDraft, "title" | "message" | "due_on">>) => Promise<void>;
  pause: () => Promise<void>;
  close: () => Promise<void>;
  cancel: () => Promise<void>;
  archive: () => Promise<void>;
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
      await client
        .from("items")
        .select("id, kind, revision")
        .eq("request_id", id)
        .eq("title", title)
        .single(),
    );
  const decide = async (
    title: string,
    decision: Decision,
    { reason = "", files = null }: { reason?: string; files?: Json } = {},
  ) => {
    const { id: item, revision } = await findItem(title);
    unwrap(await client.rpc("decide_item", { item, revision, decision, reason, files }));
  };

  const change = async (name: "pause" | "close" | "cancel" | "archive") => {
    unwrap(await client.rpc(`${name}_request`, { request: id }));
  };

  return {
    id,
    link: pages.link.href({ token }),
    join: async (person) => {
      unwrap(await person.client.rpc("join_request", { token }));
      recipient = person;
    },
    handOff: async (title, { email, name }) => {
      const { id: item } = await findItem(title);
      unwrap(await recipientClient().rpc("hand_off_item", { item, email, name }));
    },
    openAs: async (helper) => {
      unwrap(await helper.client.rpc("join_request", { token }));
    },
    askToBeAdded: async (person) => {
      unwrap(await person.client.rpc("request_access", { token }));
    },
    add: async (title, ...documents) => {
      const { id: item } = await findItem(title);
      for (const document of documents) await uploadFile(recipientClient(), item, document);
    },
    answer: async (title, text) => {
      const { id: item, kind, revision } = await findItem(title);
      unwrap(await recipientClient().rpc("answer_item", { item, revision, kind, answer: text }));
    },
    ask: async (title, body) => {
      const { id: item } = await findItem(title);
      unwrap(await recipientClient().rpc("ask_question", { item, body }));
    },
    reply: async (title, body) => {
      const { id: item } = await findItem(title);
      const { id: question } = unwrap(
        await client.from("questions").select("id").eq("item_id", item).single(),
      );
      unwrap(await client.rpc("answer_question", { question, body }));
    },
    note: async (title, body) => {
      const { id: item } = await findItem(title);
      unwrap(await client.rpc("add_note", { item, body }));
    },
    addExample: async (title, document) => {
      const { id: item } = await findItem(title);
      await uploadExample(client, item, document);
    },
    accept: (title) => decide(title, "accept"),
    returnItem: (title, reason) => decide(title, "return", { reason }),
    returnFile: async (title, name, reason) => {
      const { id: item } = await findItem(title);
      const { id: file } = unwrap(
        await client.from("files").select("id").eq("item_id", item).eq("name", name).single(),
      );
      await decide(title, "return", { files: [{ id: file, verdict: "returned", reason }] });
    },
    receiveElsewhere: (title, note) => decide(title, "receive_elsewhere", { reason: note }),
    edit: async (change) => {
      const { revision } = unwrap(
        await client.rpc("request_details", { request: id }).select("revision").single(),
      );
      unwrap(await client.rpc("edit_request", { request: id, revision, change }));
    },
    pause: () => change("pause"),
    close: () => change("close"),
    cancel: () => change("cancel"),
    archive: () => change("archive"),
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
      .upload(started.object_key, new Uint8Array(buffer), { contentType: mimeType, cacheControl: "0" }),
  );
  const sha256 = createHash("sha256").update(buffer).digest("hex");
  unwrap(await client.rpc("finish_upload", { file: started.file_id, sha256 }));
  return started.object_key;
}

async function uploadExample(
  client: Person["client"],
  item: string,
  { name, mimeType, buffer }: Document,
): Promise<void> {
  const [begun] = unwrap(
    await client.rpc("begin_example", { item, name, size: buffer.length, mime: mimeType }),
  );
  if (!begun) throw new Error(`begin_example returned no example for ${name}.`);
  const { error } = await client.storage
    .from("assets")
    .upload(begun.object_key, new Uint8Array(buffer), { contentType: mimeType });
  if (error) throw error;
  unwrap(await client.rpc("finish_example", { example: begun.example_id }));
}
