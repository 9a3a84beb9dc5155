import { describe, expect, test } from "vitest";
import { limits } from "@sheaf/contract/limits";
import { enrol } from "./testing/cast.ts";
import { asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import {
  beginAsMember,
  finish,
  get,
  itemsOf,
  pdf,
  put,
  sendRequest,
  statusOf,
  upload,
} from "./testing/requests.ts";

const decide = (person: Person, item: string, revision: number, decision: string, reason?: string) =>
  person.rpc("decide_item", { item, revision, decision, reason });
const undo = (person: Person, item: string, revision: number) =>
  person.rpc("undo_decision", { item, revision });
const begun = (person: Person, item: string, over: Record<string, unknown> = {}) =>
  person.rpc("begin_member_upload", {
    item,
    name: "passport.pdf",
    size: pdf.length,
    mime: "application/pdf",
    ...over,
  });
const filesOf = async (person: Person, item: string) =>
  granted(
    await person.knock(`/rest/v1/files?select=name,added_by_member&item_id=eq.${item}&status=eq.stored`),
  );

/** A request whose only item was received another way. */
async function received() {
  const sent = await sendRequest({});
  granted(await decide(sent.requester, sent.item.id, 0, "receive_elsewhere"));
  return { ...sent, item: sent.item.id };
}

describe("a decision without an answer", () => {
  test.each([
    ["waive", "waived", false],
    ["receive_elsewhere", "accepted", true],
  ])(
    "%s completes a request that waits for nothing else, and can be undone",
    async (decision, status, by) => {
      const { id, requester, recipient, item } = await sendRequest({});
      granted(await decide(requester, item.id, 0, decision, "  Came by post. "));
      const query = `select=status,reason,received_elsewhere,decided_at&request_id=eq.${id}`;
      const read = async () => granted(await recipient.knock(`/rest/v1/items?${query}`));
      expect(await read()).toMatchObject([{ status, reason: "Came by post.", received_elsewhere: by }]);
      expect(await statusOf(recipient, id)).toBe("done");
      const args = { item: item.id, revision: 1, kind: "cannot_provide", answer: "No." };
      expectRefusal(await recipient.rpc("answer_item", args), 409, "item.locked");
      expectRefusal(await decide(requester, item.id, 1, decision, "Came by post."), 409, "item.stale");

      granted(await undo(requester, item.id, 1));
      expect(await read()).toEqual([
        { status: "missing", reason: null, received_elsewhere: false, decided_at: null },
      ]);
      expect(await statusOf(recipient, id)).toBe("open");
    },
  );

  test("is also possible on a returned item and on one with an answer, and the way back keeps both", async () => {
    const { id, requester, recipient, item } = await sendRequest({});
    await upload(recipient, item.id);
    granted(await decide(requester, item.id, 1, "waive"));
    expect(await itemsOf(requester, id)).toMatchObject([{ status: "waived" }]);
    granted(await undo(requester, item.id, 2));
    expect(await itemsOf(requester, id)).toMatchObject([{ status: "submitted" }]);
    granted(await decide(requester, item.id, 3, "return", "Too dark."));
    granted(await decide(requester, item.id, 4, "receive_elsewhere"));
    granted(await undo(requester, item.id, 5));
    expect(await itemsOf(requester, id)).toMatchObject([{ status: "returned", reason: "Too dark." }]);
    expect(await filesOf(recipient, item.id)).toHaveLength(1);
  });

  test("can't be made on a cancelled request, of an unknown kind, too late or with too long a note", async () => {
    const { id, requester, recipient, item } = await sendRequest({});
    const long = "a".repeat(limits.reasonLength + 1);
    expectRefusal(await decide(requester, item.id, 0, "waive", long), 422, "reason.too_long");
    expectRefusal(await decide(requester, item.id, 0, "forget"), 409, "item.undecided");
    expectNotFound(await decide(recipient, item.id, 0, "waive"));
    await upload(recipient, item.id);
    expectRefusal(await decide(requester, item.id, 0, "receive_elsewhere"), 409, "item.stale");
    granted(await requester.rpc("close_request", { request: id }));
    granted(await decide(requester, item.id, 1, "receive_elsewhere"));
    await beginAsMember(requester, item.id);
    granted(await undo(requester, item.id, 2));
    granted(await requester.rpc("reopen_request", { request: id }));
    granted(await requester.rpc("cancel_request", { request: id }));
    expectRefusal(await decide(requester, item.id, 3, "receive_elsewhere"), 409, "request.closed");
    expectRefusal(await begun(requester, item.id), 409, "request.closed");
  });
});

describe("a member's files", () => {
  test("are marked, readable for both sides, no answer, and stay when the decision is undone", async () => {
    const { id, requester, recipient, item } = await received();
    const { file_id: file, object_key: key } = await upload(requester, item, "scan.pdf", beginAsMember);
    const marked = [{ name: "scan.pdf", added_by_member: true }];
    expect(await filesOf(recipient, item)).toEqual(marked);
    expect((await get(recipient, key)).status).toBe(200);
    expectNotFound(await recipient.rpc("remove_file", { file }));

    granted(await undo(requester, item, 1));
    expect(await itemsOf(recipient, id)).toMatchObject([{ status: "missing" }]);
    expect(await filesOf(recipient, item)).toEqual(marked);
    expectRefusal(await decide(requester, item, 2, "accept"), 409, "item.stale");
    const own = await upload(recipient, item, "own.pdf");
    const files = [{ id: file, verdict: "returned", reason: "No." }];
    const returning = { item, revision: 3, decision: "return", files };
    expectRefusal(await requester.rpc("decide_item", returning), 409, "file.undecidable");
    granted(await recipient.rpc("remove_file", { file: own.file_id }));
    expect(await itemsOf(recipient, id)).toMatchObject([{ status: "missing" }]);

    granted(await requester.rpc("remove_file", { file }));
    expect(await filesOf(requester, item)).toEqual([]);
    expect((await get(recipient, key)).status).not.toBe(200);
  });

  test("can't be added by anyone else, to another item, or once the decision is undone", async () => {
    const { requester, recipient, workspace, item } = await received();
    const open = await sendRequest({});
    const colleague = await signUp("colleague");
    await enrol(workspace, colleague, "member");
    for (const person of [recipient, open.requester, open.recipient]) {
      expectNotFound(await begun(person, item));
    }
    expectRefusal(await begun(open.requester, open.item.id), 409, "item.not_received");

    const { file_id: file, object_key: key } = await beginAsMember(colleague, item);
    for (const person of [requester, recipient, open.requester]) {
      expect((await put(person, key)).status).not.toBe(200);
      expectNotFound(await finish(person, file));
    }
    for (const person of [recipient, open.requester, open.recipient]) {
      expectNotFound(await person.rpc("remove_file", { file }));
    }
    granted(await put(colleague, key));
    granted(await undo(requester, item, 1));
    expectRefusal(await finish(colleague, file), 409, "item.not_received");
    granted(await decide(requester, item, 2, "receive_elsewhere"));
    granted(await finish(colleague, file));
    // Any member may remove it, not only the one who added it.
    granted(await requester.rpc("remove_file", { file }));
    expect(await filesOf(recipient, item)).toEqual([]);
  });

  test("can't be sent, finished or removed by a former member", async () => {
    const { workspace, item } = await received();
    const former = await signUp("former");
    await enrol(workspace, former, "member");
    const stored = await upload(former, item, "stored.pdf", beginAsMember);
    const sent = await beginAsMember(former, item, "sent.pdf");
    granted(await put(former, sent.object_key));
    const unsent = await beginAsMember(former, item, "unsent.pdf");
    await asAdmin((query) => query("delete from public.members where user_id = $1", [former.userId]));

    expect((await put(former, unsent.object_key)).status).not.toBe(200);
    expect((await get(former, stored.object_key)).status).not.toBe(200);
    expectNotFound(await finish(former, sent.file_id));
    expectNotFound(await former.rpc("remove_file", { file: stored.file_id }));
    expectNotFound(await begun(former, item));
  });

  test("meet the same limits as a recipient's", async () => {
    const { requester, workspace, item } = await received();
    const cases: [Record<string, unknown>, number, string][] = [
      [{ name: "../x.pdf" }, 422, "file.name"],
      [{ size: 0 }, 422, "file.empty"],
      [{ size: limits.fileBytes + 1 }, 413, "file.too_large"],
      [{ mime: "text/html" }, 422, "file.type"],
    ];
    for (const [over, status, code] of cases) {
      expectRefusal(await begun(requester, item, over), status, code);
    }
    const use = (name: string, subject: string, used: number) =>
      asAdmin((query) =>
        query(
          `insert into private.usage (name, subject, since, used)
           values ($1, $2, case when $1 = 'workspace_bytes' then '-infinity' else date_trunc('day', now(), 'UTC') end, $3)
           on conflict on constraint usage_pkey do update set used = excluded.used`,
          [name, subject, used],
        ),
      );
    await use("uploader_bytes", requester.userId, 5 * 1024 ** 3);
    expectRefusal(await begun(requester, item), 422, "quota.uploader_bytes");
    await use("uploader_bytes", requester.userId, 0);
    await use("workspace_bytes", workspace, 50 * 1024 ** 3);
    expectRefusal(await begun(requester, item), 422, "quota.workspace_bytes");
  });
});
