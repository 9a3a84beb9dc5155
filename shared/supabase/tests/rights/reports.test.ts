import { beforeEach, describe, expect, test } from "vitest";
import { adminRow } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { signUp } from "./testing/people.ts";
import { sendRequest, type SentRequest } from "./testing/requests.ts";
import { clearOutbox, sendDue, setClock, site, work } from "./testing/worker.ts";

beforeEach(async () => {
  await clearOutbox();
  await setClock(null);
});

const report = ({ recipient, id }: SentRequest, note?: string) =>
  recipient.rpc("report_request", { request: id, ...(note !== undefined && { note }) });

const reportsOf = (sent: SentRequest) =>
  work("select * from public.request_reports() where workspace = $1", [sent.workspace]);

describe("a report", () => {
  test("reaches the operator, without saying who reported, and not the workspace", async () => {
    const sent = await sendRequest({});
    const before = await sent.requester.knock(`/rest/v1/events?request_id=eq.${sent.id}&select=kind`);
    granted(await report(sent, "  They want my PIN.\n"));
    expect(await reportsOf(sent)).toEqual([
      {
        at: expect.any(Date),
        workspace: sent.workspace,
        workspace_name: "Okafor & Lind",
        request: sent.id,
        title: "Papers for the year",
        note: "They want my PIN.",
      },
    ]);
    expect(await sent.requester.knock(`/rest/v1/events?request_id=eq.${sent.id}&select=kind`)).toEqual(
      before,
    );
    expect((await sendDue()).map(({ kind }) => kind)).not.toContain("report");
  });

  test("counts once per person, and the first note stays", async () => {
    const sent = await sendRequest({});
    granted(await report(sent, "First"));
    granted(await report(sent, "Second"));
    granted(await report(sent));
    expect((await reportsOf(sent)).map(({ note }) => note)).toEqual(["First"]);
  });

  test("is for recipients only, and a note has a length", async () => {
    const sent = await sendRequest({});
    expectNotFound(await sent.requester.rpc("report_request", { request: sent.id }));
    expectNotFound(await (await signUp("stranger")).rpc("report_request", { request: sent.id }));
    expectNotFound(await sent.recipient.rpc("report_request", { request: null }));
    expectRefusal(await report(sent, "x".repeat(1001)), 422, "report.note");
    granted(await report(sent, ` ${"x".repeat(1000)} `));
  });

  test("lets its workspace write to ten new addresses fewer a day, and never to fewer than five, for thirty days", async () => {
    const sent = await sendRequest({ recipients: 2 });
    const allowed = async () =>
      (await adminRow<{ most: number }>("select private.new_addresses_allowed($1) as most", [sent.workspace]))
        .most;
    expect(await allowed()).toBe(20);
    granted(await report(sent));
    expect(await allowed()).toBe(10);
    for (const person of sent.recipients.slice(1)) {
      granted(await person.rpc("report_request", { request: sent.id }));
    }
    expect(await allowed()).toBe(5);
    const [line] = await work("select * from public.email_workspaces() where workspace = $1", [
      sent.workspace,
    ]);
    expect(line).toMatchObject({ name: "Okafor & Lind", new_allowed: 5, reporters: 2 });
    await setClock(new Date(Date.now() + 31 * 86_400_000));
    expect(await allowed()).toBe(20);
    expect(
      await work("select * from public.email_workspaces() where workspace = $1", [sent.workspace]),
    ).toEqual([]);
  });

  test("stays when the person who made it deletes their account", async () => {
    const sent = await sendRequest({});
    granted(await report(sent, "They want my PIN."));
    granted(await sent.recipient.rpc("record_proof", { act: "delete_account" }));
    granted(await sent.recipient.rpc("delete_account", { workspaces: [] }));
    expect(await reportsOf(sent)).toHaveLength(1);
  });

  test("can be made from the invitation", async () => {
    const sent = await sendRequest({ invite: true });
    const invitation = (await sendDue()).find(({ kind }) => kind === "invitation");
    expect(invitation?.facts["reportUrl"]).toBe(`${site}/r/${sent.token}#report`);
  });
});
