import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { enrol, requireSecondFactor } from "./testing/cast.ts";
import { adminRow } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { draftOf, sendRequest, statusOf } from "./testing/requests.ts";
import { clearOutbox, sendDue, setClock } from "./testing/worker.ts";

const setDue = (by: Person, request: string, dueOn: string | null, former: string | null = null) =>
  by.rpc("change_due_date", { request, due_on: dueOn, former });

interface DueRow extends Record<string, unknown> {
  due_on: string | null;
  revision: number;
  changed: boolean;
  next: string | null;
}

const rowOf = (request: string) =>
  adminRow<DueRow>(
    `select r.due_on::text, r.revision, r.changed_at is not null as changed,
       (select min(p.next_reminder_at)::date::text from public.recipients as p where p.request_id = r.id) as next
     from public.requests as r where r.id = $1`,
    [request],
  );

describe("the due date of one of many requests", () => {
  test("changes as in the editor: history, “Changed”, revision and reminders", async () => {
    const { requester, recipient, id } = await sendRequest({});
    const before = await rowOf(id);
    expect(granted(await setDue(requester, id, "2030-06-05"))).toBe(true);
    expect(await rowOf(id)).toEqual({
      due_on: "2030-06-05",
      revision: before.revision + 1,
      changed: true,
      // A week before it, by the usual plan.
      next: "2030-05-29",
    });
    const events = await recipient.knock(
      `/rest/v1/events?select=data&kind=eq.due_changed&request_id=eq.${id}`,
    );
    expect(granted(events)).toEqual([{ data: { before: null, after: "2030-06-05" } }]);

    expect(granted(await setDue(requester, id, null, "2030-06-05"))).toBe(true);
    expect(await rowOf(id)).toMatchObject({ due_on: null });
  });

  test("is set in a draft, which has no history of edits", async () => {
    const { requester, workspace } = await sendRequest({});
    const draft = draftOf([{ title: "Passport" }]);
    const id = granted(await requester.rpc("create_request", { workspace, draft })) as string;
    expect(granted(await setDue(requester, id, "2030-06-05"))).toBe(true);
    expect(await rowOf(id)).toMatchObject({ due_on: "2030-06-05", revision: 1, changed: false });
    // The editor that is open elsewhere is told.
    expectRefusal(
      await requester.rpc("edit_request", { request: id, revision: 0, change: { message: "Hello" } }),
      409,
      "request.stale",
    );
  });

  test("isn't taken from a colleague who changed it in between", async () => {
    const { requester: nora, workspace, id } = await sendRequest({});
    const idris = await signUp("idris");
    await enrol(workspace, idris, "member");
    const answers = await Promise.all([setDue(nora, id, "2030-06-05"), setDue(idris, id, "2030-07-01")]);
    const refused = answers.find(({ status }) => status !== 200);
    if (!refused) throw new Error("Both changed it");
    expectRefusal(refused, 409, "request.stale");
    const { due_on: kept } = await rowOf(id);
    const [loser, lost] = kept === "2030-06-05" ? [idris, "2030-07-01"] : [nora, "2030-06-05"];
    expectRefusal(await setDue(loser, id, lost), 409, "request.stale");
    // The same date from both is no conflict.
    expect(granted(await setDue(loser, id, kept))).toBe(false);
    expect(granted(await setDue(loser, id, lost, kept))).toBe(true);
  });

  test("keeps what a colleague changed elsewhere in the request", async () => {
    const { requester, id } = await sendRequest({});
    granted(
      await requester.rpc("edit_request", { request: id, revision: 1, change: { title: "Tax return" } }),
    );
    granted(await setDue(requester, id, "2030-06-05"));
    expect(await adminRow("select title from public.requests where id = $1", [id])).toEqual({
      title: "Tax return",
    });
  });

  test("stays in a request that has ended, and in a template", async () => {
    const { requester, id } = await sendRequest({});
    const template = granted(await requester.rpc("save_as_template", { request: id })) as string;
    expectNotFound(await setDue(requester, template, "2030-06-05"));
    granted(await requester.rpc("close_request", { request: id }));
    expect(await statusOf(requester, id)).toBe("done");
    expectRefusal(await setDue(requester, id, "2030-06-05"), 409, "request.closed");
    granted(await requester.rpc("reopen_request", { request: id }));
    granted(await requester.rpc("cancel_request", { request: id }));
    expectRefusal(await setDue(requester, id, "2030-06-05"), 409, "request.closed");
  });

  test("must be a day of the calendar", async () => {
    const { requester, id } = await sendRequest({});
    expectRefusal(await setDue(requester, id, "infinity"), 422, "draft.due_on");
    expect(await rowOf(id)).toMatchObject({ due_on: null });
  });

  test("is for members only, with the second factor that their workspace requires", async () => {
    const { requester, recipient, workspace, id } = await sendRequest({});
    for (const other of [recipient, await signUp("stranger")]) {
      expectNotFound(await setDue(other, id, "2030-06-05"));
    }
    await requireSecondFactor(workspace);
    expectNotFound(await setDue(requester, id, "2030-06-05"));
  });
});

describe("recipients", () => {
  beforeEach(clearOutbox);

  test("are emailed ten minutes later, and not if it was undone until then", async () => {
    onTestFinished(() => setClock(null));
    const { requester, id } = await sendRequest({});
    const other = await sendRequest({ requester });
    for (const request of [id, other.id]) granted(await setDue(requester, request, "2030-06-05"));
    granted(await setDue(requester, other.id, null, "2030-06-05"));
    await setClock(new Date(Date.now() + 11 * 60_000));
    const updates = (await sendDue()).filter(({ kind }) => kind === "update");
    expect(updates.map(({ facts }) => facts["changes"])).toEqual([
      [{ kind: "due_changed", dueOn: "2030-06-05" }],
    ]);
  });
});
