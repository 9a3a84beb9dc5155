import { describe, expect, test } from "vitest";
import { limits } from "@sheaf/contract/limits";
import { expectRefusal, granted } from "./testing/expectations.ts";
import type { Person } from "./testing/people.ts";
import { itemsOf, sendRequest, upload } from "./testing/requests.ts";

interface Verdict {
  id: string | undefined;
  verdict: string;
  reason?: string;
}

const keep = (id: string | undefined): Verdict => ({ id, verdict: "accepted" });
const giveBack = (id: string | undefined, reason = "Page 2 is cut off."): Verdict => ({
  id,
  verdict: "returned",
  reason,
});

const decide = (person: Person, item: string, revision: number, args: Record<string, unknown>) =>
  person.rpc("decide_item", { item, revision, ...args });

const verdictsOf = async (person: Person, item: string) =>
  (
    granted(
      await person.knock(
        `/rest/v1/files?select=verdict,verdict_reason&order=stored_at&item_id=eq.${item}&status=eq.stored`,
      ),
    ) as { verdict: string | null; verdict_reason: string | null }[]
  ).map(({ verdict, verdict_reason: reason }) => (reason === null ? verdict : `${verdict}: ${reason}`));

/** An item with so many files of the recipient, waiting for review at `revision`. */
async function submitted(count: number) {
  const sent = await sendRequest({});
  const files: string[] = [];
  for (let n = 1; n <= count; n += 1) {
    files.push((await upload(sent.recipient, sent.item.id, `${n}.pdf`)).file_id);
  }
  return { ...sent, item: sent.item.id, files, revision: count };
}

describe("verdicts on files", () => {
  test("keep some files and return others, which are replaced and accepted without them", async () => {
    const { id, requester, recipient, item, files, revision } = await submitted(3);
    const mixed = [keep(files[0]), giveBack(files[1], "  Too dark.  "), keep(files[2])];
    granted(await decide(requester, item, revision, { decision: "return", files: mixed }));
    expect(await itemsOf(recipient, id)).toMatchObject([{ status: "returned", reason: null }]);
    expect(await verdictsOf(recipient, item)).toEqual(["accepted", "returned: Too dark.", "accepted"]);
    expectRefusal(await recipient.rpc("remove_file", { file: files[0] }), 409, "file.accepted");

    // A replacement that is taken back leaves the item returned.
    const wrong = await upload(recipient, item, "wrong.pdf");
    granted(await recipient.rpc("remove_file", { file: wrong.file_id }));
    expect(await itemsOf(recipient, id)).toMatchObject([{ status: "returned", revision: 6 }]);
    granted(await recipient.rpc("remove_file", { file: files[1] }));
    expect(await itemsOf(recipient, id)).toMatchObject([{ status: "returned", revision: 7 }]);

    await upload(recipient, item, "again.pdf");
    expect(await verdictsOf(requester, item)).toEqual(["accepted", "accepted", null]);
    granted(await decide(requester, item, 8, { decision: "accept" }));
    expect(await verdictsOf(requester, item)).toEqual(["accepted", "accepted", "accepted"]);
    expect(await itemsOf(requester, id)).toMatchObject([{ status: "accepted" }]);
  });

  test("are undone with their decision, back to those of the decision before", async () => {
    const { id, requester, recipient, item, files, revision } = await submitted(2);
    const mixed = [keep(files[0]), giveBack(files[1], "Too dark.")];
    granted(await decide(requester, item, revision, { decision: "return", files: mixed, reason: "Nearly." }));
    await upload(recipient, item, "3.pdf");
    const returned = ["accepted", "returned: Too dark.", null];
    granted(
      await decide(requester, item, 4, {
        decision: "return",
        files: [keep(files[1]), giveBack(files[0], "Out of date.")],
      }),
    );
    expect(await verdictsOf(recipient, item)).toEqual(["returned: Out of date.", "accepted", null]);
    granted(await requester.rpc("undo_decision", { item, revision: 5 }));
    expect(await verdictsOf(recipient, item)).toEqual(returned);
    expect(await itemsOf(recipient, id)).toMatchObject([{ status: "submitted", reason: "Nearly." }]);

    granted(await decide(requester, item, 6, { decision: "accept" }));
    await expect(verdictsOf(recipient, item)).resolves.toEqual([
      "accepted",
      "returned: Too dark.",
      "accepted",
    ]);
    granted(await requester.rpc("undo_decision", { item, revision: 7 }));
    expect(await verdictsOf(recipient, item)).toEqual(returned);
  });

  test("can't be undone once the recipient has added something", async () => {
    const { requester, recipient, item, files, revision } = await submitted(2);
    const mixed = [keep(files[0]), giveBack(files[1])];
    granted(await decide(requester, item, revision, { decision: "return", files: mixed }));
    await upload(recipient, item, "3.pdf");
    expectRefusal(await requester.rpc("undo_decision", { item, revision: 4 }), 409, "item.undecided");
    expect(await verdictsOf(recipient, item)).toEqual(["accepted", "returned: Page 2 is cut off.", null]);
  });

  test("are all kept while more is asked for, which needs a reason", async () => {
    const { id, requester, recipient, item, files, revision } = await submitted(2);
    const kept = [keep(files[0]), keep(files[1])];
    const give = { decision: "return", files: kept };
    expectRefusal(await decide(requester, item, revision, give), 422, "reason.required");
    granted(await decide(requester, item, revision, { ...give, reason: "Please send page 3 too." }));
    expect(await itemsOf(recipient, id)).toMatchObject([{ status: "returned" }]);
    expect(await verdictsOf(recipient, item)).toEqual(["accepted", "accepted"]);
  });

  test("refuse bad input as a whole", async () => {
    const { id, requester, recipient, item, files, revision } = await submitted(3);
    const other = await submitted(1);
    const [first, second, third] = files;
    granted(await requester.rpc("set_file_aside", { file: third, aside: true }));
    const long = "a".repeat(limits.reasonLength + 1);
    const cases: [string, unknown, number, string][] = [
      ["return", [keep(first), giveBack(second, "")], 422, "reason.required"],
      ["return", [keep(first), giveBack(second, " \u00a0 ")], 422, "reason.required"],
      ["return", [giveBack(second, long)], 422, "reason.too_long"],
      ["return", [giveBack(first), giveBack(third)], 409, "file.undecidable"],
      ["return", [giveBack(first), giveBack(other.files[0])], 409, "file.undecidable"],
      ["return", [giveBack(first), giveBack(first)], 409, "file.undecidable"],
      ["return", [giveBack("' or true")], 409, "file.undecidable"],
      ["return", [giveBack(undefined)], 409, "file.undecidable"],
      ["return", [giveBack(first), { id: second, verdict: "rejected" }], 422, "file.verdict"],
      ["return", [giveBack(first), 5], 422, "file.verdict"],
      ["return", giveBack(first), 422, "file.verdict"],
      ["accept", "accepted", 422, "file.verdict"],
      ["accept", [giveBack(first), giveBack(second)], 422, "item.conflict"],
      ["accept", [keep(first), giveBack(second)], 422, "item.conflict"],
      ["waive", [keep(first)], 422, "file.verdict"],
      ["receive_elsewhere", [keep(first)], 422, "file.verdict"],
    ];
    for (const [decision, list, status, code] of cases) {
      const answer = await decide(requester, item, revision, { decision, files: list });
      expectRefusal(answer, status, code);
    }
    const stale = { decision: "return", files: [giveBack(first)] };
    expectRefusal(await decide(requester, item, revision - 1, stale), 409, "item.stale");
    // A removal between the two reads of a reviewer.
    granted(await recipient.rpc("remove_file", { file: second }));
    expectRefusal(
      await decide(requester, item, revision + 1, { decision: "return", files: [giveBack(second)] }),
      409,
      "file.undecidable",
    );
    expect(await verdictsOf(requester, item)).toEqual([null, null]);
    expect(await itemsOf(requester, id)).toMatchObject([{ status: "submitted", revision: revision + 1 }]);
  });

  test("can't all be returned by an item that is then accepted", async () => {
    const { requester, item, files, revision } = await submitted(1);
    granted(await decide(requester, item, revision, { decision: "return", files: [giveBack(files[0])] }));
    expectRefusal(await decide(requester, item, revision + 1, { decision: "accept" }), 422, "item.conflict");
    const changed = { decision: "accept", files: [keep(files[0])] };
    granted(await decide(requester, item, revision + 1, changed));
  });

  test("on other people's files end with the request's cancellation", async () => {
    const sent = await sendRequest({ recipients: 2 });
    const [anna, ben] = sent.recipients as [Person, Person];
    const file = await upload(anna, sent.item.id);
    const files = [giveBack(file.file_id, "This is Anna's old passport.")];
    granted(await decide(sent.requester, sent.item.id, 1, { decision: "return", files }));
    const read = async () => {
      const filter = `request_id=eq.${sent.id}`;
      const events = await ben.knock(`/rest/v1/events?select=*&${filter}`);
      const rows = await ben.knock(`/rest/v1/files?select=*&${filter}`);
      return JSON.stringify([granted(events), granted(rows)]);
    };
    expect(await read()).toContain("Anna's old passport");
    granted(await sent.requester.rpc("cancel_request", { request: sent.id }));
    expect(await read()).not.toContain("Anna's old passport");
  });
});
