import { expect, test } from "vitest";
import { adminRow, adminRows } from "./testing/database.ts";
import { expectRefusal, granted } from "./testing/expectations.ts";
import { enrol } from "./testing/cast.ts";
import { signIn, signUp } from "./testing/people.ts";
import {
  begin,
  draftOf,
  finish,
  itemsOf,
  linkOf,
  openWorkspace,
  put,
  sendRequest,
  upload,
} from "./testing/requests.ts";

/** Event numbers of a request: 1, 2, 3 … without gaps or duplicates. */
async function expectWholeHistory(request: string): Promise<void> {
  const rows = await adminRows<{ seq: number }>(
    "select seq from public.events where request_id = $1 order by seq",
    [request],
  );
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
}

test("when two members decide concurrently, one succeeds and the other gets a conflict", async () => {
  const { id, workspace, requester, recipient, items } = await sendRequest({
    items: Array.from({ length: 5 }, (_, n) => ({ title: `Item ${n}` })),
  });
  const lind = await signUp("lind");
  await enrol(workspace, lind, "member");
  for (const item of items) {
    await upload(recipient, item.id);
    const answers = await Promise.all([
      requester.rpc("decide_item", { item: item.id, revision: 1, decision: "accept" }),
      lind.rpc("decide_item", { item: item.id, revision: 1, decision: "return", reason: "Too dark." }),
    ]);
    const refused = answers.find(({ status }) => status !== 200);
    if (!refused) throw new Error("Both decided");
    expectRefusal(refused, 409, "item.stale");
    expect(answers.filter(({ status }) => status === 200)).toEqual([{ status: 200, body: 2 }]);
  }
  await expectWholeHistory(id);
});

test("recipients can join concurrently, each exactly once", async () => {
  const requester = await signUp("nora");
  const workspace = await openWorkspace(requester);
  const people = await Promise.all(Array.from({ length: 5 }, () => signUp("anna")));
  const draft = draftOf(
    [{ title: "Passport" }],
    people.map(({ email }) => email),
  );
  const id = granted(await requester.rpc("create_request", { workspace, draft })) as string;
  granted(await requester.rpc("send_request", { request: id }));
  const token = await linkOf(requester, id);

  const answers = await Promise.all(
    [...people, ...people].map((person) => person.rpc("join_request", { token })),
  );
  for (const answer of answers) expect(granted(answer)).toBe(id);
  const { joined } = await adminRow<{ joined: number }>(
    "select count(distinct user_id)::int as joined from public.recipients where request_id = $1",
    [id],
  );
  expect(joined).toBe(people.length);
  const opened = await adminRows("select from public.events where request_id = $1 and kind = 'opened'", [id]);
  expect(opened).toHaveLength(people.length);
  await expectWholeHistory(id);
});

test("an account that joins on several devices counts once and opens the request once", async () => {
  const requester = await signUp("nora");
  const workspace = await openWorkspace(requester);
  for (let round = 0; round < 5; round += 1) {
    const anna = await signUp("anna");
    const draft = draftOf([{ title: "Passport" }], [anna.email]);
    const id = granted(await requester.rpc("create_request", { workspace, draft })) as string;
    granted(await requester.rpc("send_request", { request: id }));
    const token = await linkOf(requester, id);
    const devices = await Promise.all(Array.from({ length: 4 }, () => signIn(anna)));
    for (const answer of await Promise.all(devices.map((device) => device.rpc("join_request", { token })))) {
      expect(granted(answer)).toBe(id);
    }
    const opened = "select from public.events where request_id = $1 and kind = 'opened'";
    expect(await adminRows(opened, [id])).toHaveLength(1);
    await expectWholeHistory(id);
  }
});

test("a file finished while its item is accepted is either seen by the reviewer or rejected", async () => {
  const { id, requester, recipient, items } = await sendRequest({
    items: Array.from({ length: 5 }, (_, n) => ({ title: `Item ${n}` })),
  });
  for (const item of items) {
    await upload(recipient, item.id);
    const late = await begin(recipient, item.id);
    granted(await put(recipient, late.object_key));
    const [finished, accepted] = await Promise.all([
      finish(recipient, late.file_id),
      requester.rpc("decide_item", { item: item.id, revision: 1, decision: "accept" }),
    ]);
    const { status } = await adminRow<{ status: string }>("select status from public.files where id = $1", [
      late.file_id,
    ]);
    // Either the acceptance was first and the file rejected, or the file was first and the acceptance stale.
    if (accepted.status === 200) {
      expectRefusal(finished, 409, "item.locked");
      expect(status).toBe("uploading");
    } else {
      expectRefusal(accepted, 409, "item.stale");
      expect(status).toBe("stored");
    }
  }
  await expectWholeHistory(id);
});

test("files finished concurrently are all counted, with one revision each", async () => {
  const { id, requester, recipient, item } = await sendRequest({});
  const files = [];
  for (let n = 0; n < 6; n += 1) {
    const file = await begin(recipient, item.id, `page-${n}.pdf`);
    granted(await put(recipient, file.object_key));
    files.push(file);
  }
  for (const answer of await Promise.all(files.map(({ file_id }) => finish(recipient, file_id))))
    granted(answer);
  expect(await itemsOf(requester, id)).toMatchObject([{ status: "submitted", revision: 6 }]);
  await expectWholeHistory(id);
});
