import { createHash } from "node:crypto";
import type { ItemKind } from "@sheaf/contract/states";
import { granted } from "./expectations.ts";
import type { Call } from "./front-door.ts";
import { type Person, signUp } from "./people.ts";
import { proveAll } from "./prove.ts";

export interface Item {
  id: string;
  revision: number;
  status: string;
}

/** A sent request with its requester and recipients. */
export interface SentRequest {
  id: string;
  workspace: string;
  token: string;
  requester: Person;
  /** All of them have joined. */
  recipients: Person[];
  /** The first of them. */
  recipient: Person;
  /** In checklist order. */
  items: Item[];
  /** The first of them. */
  item: Item;
}

export interface DraftItem {
  title: string;
  instructions?: string;
  kind?: ItemKind;
  required?: boolean;
  accepts?: string[];
  choices?: string[];
  multiple?: boolean;
  section?: string;
  expected_files?: number;
  sensitive?: boolean;
}

export function draftOf(items: readonly DraftItem[], emails: readonly string[] = []) {
  return {
    title: "Papers for the year",
    message: "",
    due_on: null,
    recipients: emails.map((email) => ({ email, name: "" })),
    items: items.map((item) => ({ instructions: "", kind: "file", required: true, accepts: [], ...item })),
  };
}

export async function openWorkspace(owner: Person): Promise<string> {
  return granted(
    await owner.rpc("create_workspace", { name: "Okafor & Lind", display_name: "Nora Okafor" }),
  ) as string;
}

const itemColumns = "id,revision,status,reason,answer,answer_kind";

/** Creates a request that is sent and joined, by the functions of the API without HTTP: it is the set-up of a test. */
export async function sendRequest(options: {
  items?: readonly DraftItem[];
  recipients?: number;
  requester?: Person;
  /** Of the requester; a new one by default. */
  workspace?: string;
  /** Email the link. */
  invite?: boolean;
}): Promise<SentRequest> {
  const { items = [{ title: "Passport" }], recipients: count = 1, invite = false } = options;
  const requester = options.requester ?? (await signUp("nora"));
  const recipients = await Promise.all(Array.from({ length: count }, () => signUp("anna")));
  const names = { name: "Okafor & Lind", display_name: "Nora Okafor" };
  const workspace = options.workspace ?? (await call<string>(requester, "create_workspace", names));
  const draft = draftOf(
    items,
    recipients.map(({ email }) => email),
  );
  const id = await call<string>(requester, "create_request", { workspace, draft });
  await call(requester, "send_request", { request: id, invite });
  const token = await tokenOf(requester, id);
  for (const recipient of recipients) await call(recipient, "join_request", { token });
  const sentItems = await requester.sql(async (query) => {
    const inOrder = `select ${itemColumns} from public.items where request_id = $1 order by position`;
    return (await query<Item & Record<string, unknown>>(inOrder, [id])).rows;
  });
  const [recipient] = recipients;
  const [item] = sentItems;
  if (!recipient || !item) throw new Error("A request needs a recipient and an item to be sent");
  return { id, workspace, token, requester, recipients, recipient, items: sentItems, item };
}

/** Calls a function of the API in the person's role. @throws if it refuses. */
async function call<Result>(person: Person, name: string, args: Record<string, unknown>): Promise<Result> {
  const named = Object.keys(args).map((arg, index) => `${arg} => $${index + 1}`);
  const { rows } = await person.sql((query) =>
    query<{ result: Result }>(`select public.${name}(${named.join(", ")}) as result`, Object.values(args)),
  );
  return (rows[0] as { result: Result }).result;
}

async function tokenOf(member: Person, request: string): Promise<string> {
  const { rows } = await member.sql((query) =>
    query<{ token: string }>("select token from public.request_links where request_id = $1", [request]),
  );
  return rows[0]?.token ?? "";
}

export async function linkOf(member: Person, request: string): Promise<string> {
  const [link] = granted(
    await member.knock(`/rest/v1/request_links?select=token&request_id=eq.${request}`),
  ) as { token: string }[];
  if (!link) throw new Error("The request has no link");
  return link.token;
}

/** Replaces the link of a request, and returns the new token. */
export async function replaceLink({ requester, id }: Pick<SentRequest, "requester" | "id">): Promise<string> {
  await proveAll(requester);
  return granted(await requester.rpc("rotate_link", { request: id })) as string;
}

export async function itemsOf(person: Person, request: string): Promise<Item[]> {
  const query = `select=${itemColumns}&order=position&request_id=eq.${request}`;
  return granted(await person.knock(`/rest/v1/items?${query}`)) as Item[];
}

export async function statusOf(person: Person, request: string): Promise<string> {
  const query = `select=status&id=eq.${request}`;
  return (
    (granted(await person.knock(`/rest/v1/requests?${query}`)) as { status: string }[])[0]?.status ?? "none"
  );
}

export interface Upload {
  file_id: string;
  object_key: string;
}

export const pdf = Buffer.from("%PDF-1.7\nhello");
export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Begins an upload without sending the bytes. */
export const begin = (person: Person, item: string, name?: string) =>
  beginWith("begin_upload", person, item, name);

/** The same for a member, who adds the file to an item received another way. */
export const beginAsMember = (person: Person, item: string, name?: string) =>
  beginWith("begin_member_upload", person, item, name);

async function beginWith(fn: string, person: Person, item: string, name = "passport.pdf"): Promise<Upload> {
  const args = { item, name, size: pdf.length, mime: "application/pdf" };
  const [upload] = granted(await person.rpc(fn, args)) as Upload[];
  if (!upload) throw new Error(`${fn} returned no row`);
  return upload;
}

export const put = (person: Person, key: string, bytes: Uint8Array = pdf, headers = {}) =>
  person.knock(`/storage/v1/object/documents/${key}`, {
    method: "POST",
    body: bytes,
    headers: { "content-type": "application/pdf", "x-upsert": "false", ...headers },
  });

/** Reads a stored object. Without a grant of the caller's session it gives nothing. */
export const getObject = (person: Person, key: string, call?: Call) =>
  person.knock(`/storage/v1/object/authenticated/documents/${key}`, call);

/** Opens the file of an object and reads it, as the page does. */
export async function get(person: Person, key: string) {
  await person.rpc("open_files", { files: [key.split("/").at(-1)], purpose: "view" });
  return getObject(person, key);
}

export const finish = (person: Person, file: string, hash = sha256(pdf)) =>
  person.rpc("finish_upload", { file, sha256: hash });

/** Begins, sends and finishes an upload. */
export async function upload(
  person: Person,
  item: string,
  name?: string,
  beginning = begin,
): Promise<Upload> {
  const begun = await beginning(person, item, name);
  granted(await put(person, begun.object_key));
  granted(await finish(person, begun.file_id));
  return begun;
}

const tus = { "tus-resumable": "1.0.0" };
const encoded = (name: string, value: string) => `${name} ${Buffer.from(value).toString("base64")}`;

/** Starts a resumable upload with the size of `pdf`; `path` is the URL path for its parts. */
export async function startResumable(
  person: Person,
  key: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ status: number; path: string }> {
  const metadata = Object.entries({
    bucketName: "documents",
    objectName: key,
    contentType: "application/pdf",
    ...more,
  }).map(([name, value]) => encoded(name, value));
  const { status, location } = await person.knock("/storage/v1/upload/resumable", {
    method: "POST",
    headers: { ...tus, "upload-length": String(pdf.length), "upload-metadata": metadata.join(",") },
  });
  return { status, path: location === undefined ? "" : new URL(location).pathname };
}

export const resume = (person: Person, path: string, offset: number, bytes: Uint8Array = pdf, headers = {}) =>
  person.knock(path, {
    method: "PATCH",
    body: bytes,
    headers: {
      ...tus,
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(offset),
      ...headers,
    },
  });
