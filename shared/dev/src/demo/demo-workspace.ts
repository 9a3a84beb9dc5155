import { createHash } from "node:crypto";
import type { Database } from "@sheaf/contract/database.types";
import { localKeys } from "@sheaf/platform/keys";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { signIn } from "./demo-account.ts";
import {
  type DemoAnswer,
  type DemoDecision,
  demoNotes,
  demoRequester,
  type DemoRequest,
  demoRequests,
} from "./demo-content.ts";
import { demoPdf } from "./demo-files.ts";

type Person = SupabaseClient<Database>;

/**
 * Fills the demo requester's empty workspace. Except for signing in, it makes the same calls as a browser, so every row
 * obeys the product's rules.
 */
export async function fillDemoWorkspace(platformUrl: string, workspace: string): Promise<void> {
  const people = new Map<string, Promise<Person>>();
  const signedIn = (email: string): Promise<Person> => {
    const person = people.get(email) ?? personOf(platformUrl, email);
    people.set(email, person);
    return person;
  };

  const requester = await signedIn(demoRequester.email);
  for (const request of demoRequests(new Date())) {
    const id = unwrap(await requester.rpc("create_request", { workspace, draft: { ...request.draft } }));
    if (request.examples) await addExamples(requester, id, request.examples);
    if (request.sent) await sendAndAnswer({ requester, request, id, signedIn });
  }
  const asked = unwrap(await requester.rpc("list_people", { workspace, filter: "everyone" }));
  for (const { email, note } of demoNotes) {
    const person = asked.find((each) => each.email === email)?.id ?? "";
    unwrap(await requester.rpc("edit_person", { person, revision: 0, name: "", note }));
  }
}

async function personOf(platformUrl: string, email: string): Promise<Person> {
  const token = await signIn(platformUrl, email);
  return createClient<Database>(platformUrl, localKeys.publishable, {
    accessToken: () => Promise.resolve(token),
  });
}

async function sendAndAnswer(options: {
  requester: Person;
  request: DemoRequest;
  id: string;
  signedIn(email: string): Promise<Person>;
}): Promise<void> {
  const { requester, request, id } = options;
  unwrap(await requester.rpc("send_request", { request: id }));
  if (!request.answeredBy) return;

  const { token } = unwrap(
    await requester.from("request_links").select("token").eq("request_id", id).single(),
  );
  const items = unwrap(await requester.from("items").select("id").eq("request_id", id).order("position"));
  const recipient = await options.signedIn(request.answeredBy);
  unwrap(await recipient.rpc("join_request", { token }));
  for (const answer of request.answers) {
    const item = items[answer.item];
    if (!item) throw new Error(`The demo answers item ${answer.item}, which "${request.draft.title}" lacks`);
    await answerItem(recipient, item.id, answer);
    if (answer.decision) await decideItem(requester, item.id, answer.decision);
  }
  if (request.isMuted) unwrap(await recipient.rpc("mute_request", { request: id, muted: true }));
  if (request.afterwards) unwrap(await requester.rpc(`${request.afterwards}_request`, { request: id }));
}

async function addExamples(
  requester: Person,
  id: string,
  examples: Readonly<Record<number, string>>,
): Promise<void> {
  const items = unwrap(await requester.from("items").select("id").eq("request_id", id).order("position"));
  for (const [index, name] of Object.entries(examples)) {
    const item = items[Number(index)]?.id ?? "";
    const bytes = await demoPdf(name.replace(/\.pdf$/, ""), "An example of the demo workspace.");
    const mime = "application/pdf";
    const [begun] = unwrap(await requester.rpc("begin_example", { item, name, size: bytes.length, mime }));
    if (!begun) throw new Error(`The example ${name} could not be started`);
    const stored = await requester.storage
      .from("assets")
      .upload(begun.object_key, bytes, { contentType: mime });
    if (stored.error) throw stored.error;
    unwrap(await requester.rpc("finish_example", { example: begun.example_id }));
  }
}

async function answerItem(recipient: Person, item: string, { files = [], text }: DemoAnswer): Promise<void> {
  for (const name of files) await addFile(recipient, item, name);
  if (text === undefined) return;
  const { kind, revision } = unwrap(
    await recipient.from("items").select("kind, revision").eq("id", item).single(),
  );
  unwrap(await recipient.rpc("answer_item", { item, revision, kind, answer: text }));
}

async function decideItem(requester: Person, item: string, made: DemoDecision): Promise<void> {
  const { revision, files } = unwrap(
    await requester.from("items").select("revision, files (id, name)").eq("id", item).single(),
  );
  const { decision } = made;
  const reason = "reason" in made ? made.reason : "";
  if (decision !== "return") {
    unwrap(await requester.rpc("decide_item", { item, revision, decision, reason }));
    return;
  }
  // As the page does it: what isn't returned is kept, and an item returned as a whole returns its files with its reason.
  const single = "file" in made ? made.file : null;
  const verdicts = files.map(({ id, name }) =>
    single === null || name === single
      ? { id, verdict: "returned" as const, reason }
      : { id, verdict: "accepted" as const },
  );
  const ofItem = single === null ? { reason } : {};
  unwrap(await requester.rpc("decide_item", { item, revision, decision, files: verdicts, ...ofItem }));
}

async function addFile(recipient: Person, item: string, name: string): Promise<void> {
  const bytes = await demoPdf(name.replace(/\.pdf$/, ""), "A document of the demo workspace.");
  const mime = "application/pdf";
  const [upload] = unwrap(await recipient.rpc("begin_upload", { item, name, size: bytes.length, mime }));
  if (!upload) throw new Error(`The upload of ${name} could not be started`);
  const stored = await recipient.storage
    .from("documents")
    .upload(upload.object_key, bytes, { contentType: mime, cacheControl: "0" });
  if (stored.error) throw stored.error;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  unwrap(await recipient.rpc("finish_upload", { file: upload.file_id, sha256 }));
}

interface Result {
  data: unknown;
  error: { message: string } | null;
}

function unwrap<R extends Result>(result: R): Extract<R, { error: null }>["data"] {
  if (result.error) throw new Error(`The platform refused a demo step: ${result.error.message}`);
  return result.data;
}
