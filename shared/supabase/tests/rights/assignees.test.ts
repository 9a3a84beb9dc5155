import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { enrol, requireSecondFactor } from "./testing/cast.ts";
import { adminRows, asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { prove } from "./testing/prove.ts";
import { draftOf, openWorkspace, sendRequest, type SentRequest, upload } from "./testing/requests.ts";
import { clearOutbox, sendDue, setClock } from "./testing/worker.ts";

interface Firm extends SentRequest {
  idris: Person;
  maya: Person;
}

/** A request that Nora sent, with two colleagues. */
async function sentByNora(): Promise<Firm> {
  const sent = await sendRequest({});
  const [idris, maya] = [await signUp("idris"), await signUp("maya")];
  await enrol(sent.workspace, idris, "member");
  await enrol(sent.workspace, maya, "member");
  return { ...sent, idris, maya };
}

const assign = (by: Person, request: string, to: Person | null) =>
  by.rpc("assign_request", { request, assignee: to?.userId ?? null });

async function assigneeOf(by: Person, request: string): Promise<string | null> {
  const [row] = granted(
    await by.knock(`/rest/v1/rpc/request_details?request=${request}&select=assignee`),
  ) as {
    assignee: string | null;
  }[];
  if (!row) throw new Error("The request can't be read.");
  return row.assignee;
}

const draftBy = async (by: Person, workspace: string) =>
  granted(
    await by.rpc("create_request", {
      workspace,
      draft: draftOf([{ title: "Passport" }], ["ana@duarte.example"]),
    }),
  ) as string;

describe("a new request", () => {
  test("is assigned to its creator, however it is created", async () => {
    const { requester: nora, workspace, idris, id } = await sentByNora();
    expect(await assigneeOf(nora, id)).toBe(nora.userId);
    const copy = granted(await idris.rpc("duplicate_request", { request: id })) as string;
    expect(await assigneeOf(nora, copy)).toBe(idris.userId);
    const template = granted(await nora.rpc("save_as_template", { request: id })) as string;
    expect(await assigneeOf(nora, template)).toBeNull();
    const used = granted(await idris.rpc("use_template", { template })) as string;
    expect(await assigneeOf(nora, used)).toBe(idris.userId);
    expect(await assigneeOf(nora, await draftBy(nora, workspace))).toBe(nora.userId);
  });

  test("that is unassigned becomes its sender’s, and an assigned one stays as it is", async () => {
    const { requester: nora, workspace, idris, maya } = await sentByNora();
    const [unassigned, given] = [await draftBy(nora, workspace), await draftBy(nora, workspace)];
    granted(await assign(nora, unassigned, null));
    granted(await assign(nora, given, maya));
    for (const request of [unassigned, given]) granted(await idris.rpc("send_request", { request }));
    expect(await assigneeOf(nora, unassigned)).toBe(idris.userId);
    expect(await assigneeOf(nora, given)).toBe(maya.userId);
  });
});

describe("assigning", () => {
  test("returns who it was before, and is an event that recipients don't read", async () => {
    const { requester: nora, recipient, id, idris } = await sentByNora();
    expect(granted(await assign(idris, id, idris))).toBe(nora.userId);
    expect(granted(await assign(idris, id, idris))).toBe(idris.userId);
    expect(granted(await assign(nora, id, null))).toBe(idris.userId);
    const events = (by: Person) =>
      by.knock(`/rest/v1/events?select=actor,data&kind=eq.assigned&order=seq&request_id=eq.${id}`);
    expect(granted(await events(nora))).toEqual([
      { actor: idris.userId, data: { name: "Some One" } },
      { actor: nora.userId, data: {} },
    ]);
    expect(granted(await events(recipient))).toEqual([]);
  });

  test("is refused for anyone who isn't a member, including one who was just removed", async () => {
    const { requester: nora, workspace, id, idris, recipient } = await sentByNora();
    granted(await nora.rpc("remove_member", { workspace, member: idris.userId }));
    const stranger = await signUp("stranger");
    await openWorkspace(stranger);
    for (const other of [idris, recipient, stranger]) {
      expectRefusal(await assign(nora, id, other), 422, "assignee.not_member");
    }
    expectRefusal(
      await nora.rpc("assign_request", { request: id, assignee: "00000000-0000-0000-0000-000000000000" }),
      422,
      "assignee.not_member",
    );
    expect(await assigneeOf(nora, id)).toBe(nora.userId);
  });

  test("by a member of two workspaces keeps them apart", async () => {
    const first = await sentByNora();
    const second = await sendRequest({});
    await enrol(second.workspace, first.idris, "member");
    expectRefusal(await assign(first.idris, second.id, first.maya), 422, "assignee.not_member");
    expectRefusal(await assign(first.idris, first.id, second.requester), 422, "assignee.not_member");
    expect(granted(await assign(first.idris, second.id, first.idris))).toBe(second.requester.userId);
  });

  test("works in every state, and not for templates, strangers and those without the second factor", async () => {
    const { requester: nora, workspace, id, idris, recipient } = await sentByNora();
    granted(await nora.rpc("cancel_request", { request: id }));
    granted(await nora.rpc("archive_request", { request: id }));
    expect(granted(await assign(nora, id, idris))).toBe(nora.userId);
    const template = granted(await nora.rpc("save_as_template", { request: id })) as string;
    expectNotFound(await assign(nora, template, idris));
    for (const other of [recipient, await signUp("stranger")]) expectNotFound(await assign(other, id, idris));
    await requireSecondFactor(workspace);
    expectNotFound(await assign(nora, id, nora));
  });

  test("can't bypass the function, not even as the owner of the tables", async () => {
    const { id } = await sentByNora();
    const { requester: rival } = await sendRequest({});
    await expect(
      asAdmin((query) => query("update public.requests set assignee = $1 where id = $2", [rival.userId, id])),
    ).rejects.toMatchObject({ constraint: "requests_assignee_fkey" });
  });
});

describe("what arrives is reported to", () => {
  beforeEach(clearOutbox);

  async function told({ recipient, item, ...sent }: Firm): Promise<string[]> {
    onTestFinished(() => setClock(null));
    await upload(recipient, item.id);
    await setClock(new Date(Date.now() + 61 * 60_000));
    const emails = (await sendDue()).filter(({ kind }) => kind === "arrived");
    await setClock(null);
    return emails
      .map(({ address }) => [sent.requester, sent.idris, sent.maya].find(({ email }) => email === address))
      .map((person) => person?.email.split("-")[0] ?? "?");
  }
  const nameOf = (person: Person) => person.email.split("-")[0] ?? "?";

  test("its new assignee, in place of the one before, and undone the other way round", async () => {
    const firm = await sentByNora();
    granted(await assign(firm.requester, firm.id, firm.idris));
    expect(await told(firm)).toEqual([nameOf(firm.idris)]);
    granted(await assign(firm.requester, firm.id, firm.requester));
    expect(await told(firm)).toEqual([nameOf(firm.requester)]);
  });

  test("its previous assignee, if it becomes unassigned", async () => {
    const firm = await sentByNora();
    granted(await assign(firm.requester, firm.id, null));
    expect(await told(firm)).toEqual([nameOf(firm.requester)]);
  });

  test("others who watch it, whoever the assignee is", async () => {
    const firm = await sentByNora();
    granted(await firm.maya.rpc("watch_request", { request: firm.id, watched: true }));
    granted(await assign(firm.requester, firm.id, firm.idris));
    expect((await told(firm)).toSorted()).toEqual([nameOf(firm.idris), nameOf(firm.maya)].toSorted());
  });
});

describe("when a member goes", () => {
  test("their drafts and open requests become their successor's, and the others unassigned", async () => {
    const { requester: nora, workspace, id: open, idris, maya } = await sentByNora();
    const draft = await draftBy(nora, workspace);
    const ended = (await sendRequest({ requester: nora, workspace })).id;
    for (const request of [open, draft, ended]) granted(await assign(nora, request, idris));
    granted(await nora.rpc("cancel_request", { request: ended }));
    granted(await idris.rpc("remove_member", { workspace, member: idris.userId, successor: maya.userId }));
    expect(await assigneeOf(nora, open)).toBe(maya.userId);
    expect(await assigneeOf(nora, draft)).toBe(maya.userId);
    expect(await assigneeOf(nora, ended)).toBeNull();
    expect(granted(await maya.rpc("watches_request", { request: open }))).toBe(true);
  });

  test("and their account is deleted, their requests become unassigned", async () => {
    const { requester: nora, id, idris } = await sentByNora();
    granted(await assign(nora, id, idris));
    await prove(idris, "delete_account");
    granted(await idris.rpc("delete_account", { workspaces: [] }));
    expect(await assigneeOf(nora, id)).toBeNull();
    expect(await adminRows("select from private.list_entries where key = $1", [idris.userId])).toEqual([]);
  });
});
