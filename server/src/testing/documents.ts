import { createHash } from "node:crypto";
import type { Database, Json } from "@sheaf/contract/database.types";
import type { Platform } from "@sheaf/platform";
import { codeIn } from "@sheaf/platform/mailpit-client";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";

export interface Begun {
  file_id: string;
  object_key: string;
}

/** A sent request and its two users, who act through the same calls as the page. */
export interface DocumentRequest {
  id: string;
  workspace: string;
  begin(name?: string): Promise<Begun>;
  /** Begins an upload and sends its bytes. */
  send(name?: string): Promise<Begun>;
  /** Begins, sends and finishes an upload. */
  add(name?: string, content?: Buffer<ArrayBuffer>): Promise<Begun>;
  /** The recipient's receipt; null until the worker has signed it. */
  askForReceipt(): Promise<Json>;
  remove(file: Begun): Promise<void>;
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
  const recipientEmail = `anna-${(people += 1)}@lind.example`;
  const requester = await signIn(platform, `nora-${people}@okafor.example`);
  const recipient = await signIn(platform, recipientEmail);
  const workspace = unwrap(
    await requester.rpc("create_workspace", { name: "Okafor & Lind", display_name: "Nora Okafor" }),
  );
  const passport = { title: "Passport", instructions: "", kind: "file", required: true, accepts: [] };
  const draft = {
    title: "Papers",
    message: "",
    due_on: null,
    recipients: [{ email: recipientEmail, name: "" }],
    items: [passport],
  };
  const id = unwrap(await requester.rpc("create_request", { workspace, draft }));
  unwrap(await requester.rpc("send_request", { request: id, invite: true }));
  const { token } = unwrap(
    await requester.from("request_links").select("token").eq("request_id", id).single(),
  );
  unwrap(await recipient.rpc("join_request", { token }));
  const { id: item } = unwrap(await requester.from("items").select("id").eq("request_id", id).single());

  const begin = async (name = "passport.pdf", size = bytes.length): Promise<Begun> => {
    const [upload] = unwrap(await recipient.rpc("begin_upload", { item, name, size, mime }));
    if (!upload) throw new Error("begin_upload returned no row");
    return upload;
  };
  const send = async (name?: string, content = bytes): Promise<Begun> => {
    const upload = await begin(name, content.length);
    const file = { contentType: mime, cacheControl: "0" };
    unwrap(await recipient.storage.from("documents").upload(upload.object_key, content, file));
    return upload;
  };

  return {
    id,
    workspace,
    begin: (name) => begin(name),
    send: (name) => send(name),
    add: async (name, content = bytes) => {
      const upload = await send(name, content);
      const sha256 = createHash("sha256").update(content).digest("hex");
      unwrap(await recipient.rpc("finish_upload", { file: upload.file_id, sha256 }));
      return upload;
    },
    askForReceipt: async () => unwrap(await recipient.rpc("ask_for_receipt", { request: id })),
    remove: async ({ file_id: file }) => unwrap(await recipient.rpc("remove_file", { file })),
    addExample: async () => {
      const announced = { item, name: "like-this.pdf", size: bytes.length, mime };
      const [example] = unwrap(await requester.rpc("begin_example", announced));
      if (!example) throw new Error("begin_example returned no row");
      const { example_id: id, object_key: key } = example;
      unwrap(await requester.storage.from("assets").upload(key, bytes, { contentType: mime }));
      unwrap(await requester.rpc("finish_example", { example: id }));
      return { file_id: id, object_key: key };
    },
    removeExample: async ({ file_id: example }) => unwrap(await requester.rpc("remove_example", { example })),
    decline: async (answer) => {
      unwrap(await recipient.rpc("answer_item", { item, revision: 0, kind: "cannot_provide", answer }));
    },
    accept: async () => {
      const { revision } = unwrap(await requester.from("items").select("revision").eq("id", item).single());
      unwrap(await requester.rpc("decide_item", { item, revision, decision: "accept" }));
    },
    giveBack: async (reason) => {
      const { revision } = unwrap(await requester.from("items").select("revision").eq("id", item).single());
      unwrap(await requester.rpc("decide_item", { item, revision, decision: "return", reason }));
    },
    putIntoBin: async () => unwrap(await requester.rpc("delete_request", { request: id })),
    cancel: async () => unwrap(await requester.rpc("cancel_request", { request: id })),
    deleteAccount: async () => {
      unwrap(await requester.rpc("record_proof", { act: "delete_account" }));
      unwrap(await requester.rpc("delete_account", { workspaces: [workspace] }));
    },
  };
}

export async function signIn(platform: Platform, email: string): Promise<SupabaseClient<Database>> {
  const person = createClient<Database>(platform.url, platform.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  unwrap(await person.auth.signInWithOtp({ email }));
  const token = codeIn(await platform.mailbox.latest(email));
  unwrap(await person.auth.verifyOtp({ email, token, type: "email" }));
  return person;
}

interface Result {
  data: unknown;
  error: { message: string } | null;
}

export function unwrap<R extends Result>(result: R): Extract<R, { error: null }>["data"] {
  if (result.error) throw new Error(`The platform refused: ${result.error.message}`);
  return result.data;
}
