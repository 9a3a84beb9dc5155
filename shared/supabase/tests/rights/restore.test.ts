import { expect, test } from "vitest";
import { adminRow } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import { signUp } from "./testing/people.ts";
import { pdf, put, sendRequest, upload } from "./testing/requests.ts";
import { work } from "./testing/worker.ts";

const begin = async (file: string) =>
  (await work<{ may: boolean }>("select public.begin_restore($1) as may", [file]))[0]?.may;
const finish = async (file: string, version: string) =>
  (await work<{ done: boolean }>("select public.finish_restore($1, $2) as done", [file, version]))[0]?.done;

test("while a file is being restored, no person may write its object, not even its sender", async () => {
  const sent = await sendRequest({ recipients: 2 });
  const file = await upload(sent.recipient, sent.item.id);
  const refused = await put(sent.recipient, file.object_key, pdf, { "x-upsert": "true" });
  expect(await begin(file.file_id)).toBe(true);
  for (const person of [...sent.recipients, sent.requester, await signUp("stranger")]) {
    const answer = await put(person, file.object_key, pdf, { "x-upsert": "true" });
    expect(answer.status).toBe(refused.status);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }
});

test("an object that was never written isn't bound, and neither is one of another version", async () => {
  const sent = await sendRequest({});
  const file = await upload(sent.recipient, sent.item.id);
  const row = await adminRow<{ version: string }>("select version from storage.objects where name = $1", [
    file.object_key,
  ]);
  expect(await finish(file.file_id, row?.version ?? "")).toBe(false);
  expect(await begin(file.file_id)).toBe(true);
  expect(await finish(file.file_id, "another")).toBe(false);
  expect(await finish(file.file_id, row?.version ?? "")).toBe(true);
  expect(await finish(file.file_id, row?.version ?? "")).toBe(false);
});

test("a removed file isn't restored", async () => {
  const sent = await sendRequest({});
  const file = await upload(sent.recipient, sent.item.id);
  granted(await sent.recipient.rpc("remove_file", { file: file.file_id }));
  expect(await begin(file.file_id)).toBe(false);
  expect(
    await work(
      "select from public.list_stored('00000000-0000-0000-0000-000000000000', 1000) where file = $1",
      [file.file_id],
    ),
  ).toEqual([]);
});
