import { expect, test } from "vitest";
import type { Query } from "../src/database/database.ts";
import { enrol } from "./testing/cast.ts";
import { asAdmin, somebodyWaits } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { begin, openWorkspace, sendRequest } from "./testing/requests.ts";

// Transactions that are open at the same time: the embedded engine has no such thing, so these need a server.

test("of two owners who leave at the same moment a workspace keeps one", async () => {
  const nora = await signUp("nora");
  const workspace = await openWorkspace(nora);
  const lind = await signUp("lind");
  await enrol(workspace, lind, "owner");
  const leave = (query: Query, { userId }: Person) =>
    query("delete from public.members where user_id = $1", [userId]);

  const second = await asAdmin(async (query) => {
    await leave(query, nora);
    const leaving = asAdmin((other) => leave(other, lind)).then(
      () => "left",
      (error: Error) => error.message,
    );
    await Promise.race([leaving, somebodyWaits()]);
    return { leaving };
  });
  expect(await second.leaving).toBe("workspace.last_owner");
});

test("a file is not taken back while its bytes are being written down", async () => {
  const { recipient: anna, item } = await sendRequest({});
  const file = await begin(anna, item.id);
  const { removal } = await asAdmin(async (query) => {
    await query("insert into storage.objects (bucket_id, name, version) values ('documents', $1, '1')", [
      file.object_key,
    ]);
    const removal = anna.rpc("remove_file", { file: file.file_id });
    const first = await Promise.race([removal.then(() => "removed"), somebodyWaits().then(() => "waits")]);
    expect(first).toBe("waits");
    return { removal };
  });
  granted(await removal);
});
