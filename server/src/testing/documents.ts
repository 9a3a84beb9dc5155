import { createHash } from "node:crypto";
import type { Json } from "@sheaf/contract/database.types";
import type { Platform } from "@sheaf/platform";
import { draftOf, openWorkspace, type Person, signUp } from "./people.ts";

export interface Begun {
  file_id: string;
  object_key: string;
}

interface NewFile {
  name: string;
  /** A small PDF by default. */
  content?: Buffer<ArrayBuffer>;
}

/** A sent request and its two users, who act by the same functions as the page. Bytes go through Storage. */
export interface DocumentRequest {
  id: string;
  workspace: string;
  begin(name?: string): Promise<Begun>;
  /** Begins an upload and sends its bytes. */
  send(name?: string): Promise<Begun>;
  /** Begins, sends and finishes an upload. */
  add(name?: string): Promise<Begun>;
  /** The same for several files, whose bytes are sent at the same time. */
  addAll(files: readonly NewFile[]): Promise<Begun[]>;
  /** The recipient's receipt; null until the worker has signed it. */
  askForReceipt(): Promise<Json>;
  remove(...files: Begun[]): Promise<void>;
  /** Adds an example to the request's only item. */
  addExample(): Promise<Begun>;
  removeExample(example: Begun): Promise<void>;
  /** Says why the request's only item can't be provided. */
  decline(note: string): Promise<void>;
  /** Accepts the request's only item, which completes it. */
  accept(): Promise<void>;
  /** Returns the request's only item. */
  giveBack(reason: string): Promise<void>;
  cancel(): Promise<void>;
  putIntoBin(): Promise<void>;
  /** Deletes the requester's account with its workspace. */
  deleteAccount(): Promise<void>;
}

const bytes = Buffer.from("%PDF-1.7\nhello");
const mime = "application/pdf";

let people = 0;

export async function sendRequest(platform: Platform): Promise<DocumentRequest> {
  people += 1;
  const recipientEmail = `anna-${people}@lind.example`;
  const requester = await signUp(platform, `nora-${people}@okafor.example`);
  const recipient = await signUp(platform, recipientEmail);
  const { workspace, id, token, item } = await sendBy(requester, recipientEmail);
  await recipient.act((call) => call("join_request", { token }));

  const begin = (files: readonly NewFile[]) =>
    recipient.act(async (call) => {
      const begun: Begun[] = [];
      for (const { name, content = bytes } of files)
        begun.push(await call<Begun>("begin_upload", { item, name, size: content.length, mime }));
      return begun;
    });
  const send = async (files: readonly NewFile[]) => {
    const begun = await begin(files);
    const store = ({ object_key: key }: Begun, index: number) =>
      storeObject(recipient, { bucket: "documents", key, content: files[index]?.content ?? bytes });
    await Promise.all(begun.map(store));
    return begun;
  };
  const addAll = async (files: readonly NewFile[]) => {
    const sent = await send(files);
    await recipient.act(async (call) => {
      for (const [index, { file_id: file }] of sent.entries())
        await call("finish_upload", { file, sha256: sha256(files[index]?.content ?? bytes) });
    });
    return sent;
  };
  const decide = (decision: Record<string, unknown>) =>
    requester.act(async (call, query) => {
      const { rows } = await query("select revision from public.items where id = $1", [item]);
      await call("decide_item", { item, revision: rows[0]?.["revision"], ...decision });
    });

  return {
    id,
    workspace,
    begin: async (name = "passport.pdf") => only(await begin([{ name }])),
    send: async (name = "passport.pdf") => only(await send([{ name }])),
    add: async (name = "passport.pdf") => only(await addAll([{ name }])),
    addAll,
    askForReceipt: () => recipient.act((call) => call("ask_for_receipt", { request: id })),
    remove: (...files) =>
      recipient.act(async (call) => {
        for (const { file_id: file } of files) await call("remove_file", { file });
      }),
    addExample: async () => {
      const announced = { item, name: "like-this.pdf", size: bytes.length, mime };
      const { example_id: example, object_key: key } = await requester.act((call) =>
        call<{ example_id: string; object_key: string }>("begin_example", announced),
      );
      await storeObject(requester, { bucket: "assets", key, content: bytes });
      await requester.act((call) => call("finish_example", { example }));
      return { file_id: example, object_key: key };
    },
    removeExample: ({ file_id: example }) => requester.act((call) => call("remove_example", { example })),
    decline: (answer) =>
      recipient.act((call) => call("answer_item", { item, revision: 0, kind: "cannot_provide", answer })),
    accept: () => decide({ decision: "accept" }),
    giveBack: (reason) => decide({ decision: "return", reason }),
    putIntoBin: () =>
      requester.act(async (call) => {
        await call("record_proof", { act: "delete_requests" });
        await call("delete_request", { request: id });
      }),
    cancel: () => requester.act((call) => call("cancel_request", { request: id })),
    deleteAccount: () =>
      requester.act(async (call) => {
        await call("record_proof", { act: "delete_account" });
        await call("delete_account", { workspaces: [workspace] });
      }),
  };
}

/** A new workspace sends a request for one document. */
const sendBy = (requester: Person, recipientEmail: string) =>
  requester.act(async (call, query) => {
    const workspace = await openWorkspace(call);
    const draft = draftOf("Papers", ["Passport"], [recipientEmail]);
    const id = await call<string>("create_request", { workspace, draft });
    await call("send_request", { request: id, invite: true });
    const { rows } = await query<{ token: string; item: string }>(
      `select l.token, i.id as item from public.request_links as l join public.items as i using (request_id)
       where l.request_id = $1`,
      [id],
    );
    const { token, item } = only(rows);
    return { workspace, id, token, item };
  });

async function storeObject(
  person: Person,
  { bucket, key, content }: { bucket: string; key: string; content: Buffer<ArrayBuffer> },
): Promise<void> {
  const file = { contentType: mime, cacheControl: "0" };
  const { error } = await person.storage.from(bucket).upload(key, content, file);
  if (error) throw error;
}

const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");

function only<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error("Expected at least one element");
  return first;
}
