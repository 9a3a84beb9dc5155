import { describe, expect, test } from "vitest";
import { limits } from "@sheaf/contract/limits";
import { adminRow, asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import type { Person } from "./testing/people.ts";
import { begin, finish, get, itemsOf, pdf, put, sendRequest, sha256, upload } from "./testing/requests.ts";

const pdfArgs = { name: "passport.pdf", size: pdf.length, mime: "application/pdf" };

describe("a recipient's upload", () => {
  test("puts the item up for review, and both sides can read the file", async () => {
    const { id, requester, recipient, item } = await sendRequest({});
    const file = await upload(recipient, item.id);

    expect(await itemsOf(requester, id)).toMatchObject([{ status: "submitted", revision: 1 }]);
    for (const person of [requester, recipient]) {
      expect(await get(person, file.object_key)).toMatchObject({ status: 200, body: pdf.toString() });
    }
    const files = await requester.knock(
      `/rest/v1/files?select=name,size,sha256,status&id=eq.${file.file_id}`,
    );
    expect(files.body).toEqual([
      { name: "passport.pdf", size: pdf.length, sha256: sha256(pdf), status: "stored" },
    ]);
  });

  test("can be finished twice, even after the item was accepted", async () => {
    const { id, requester, recipient, item } = await sendRequest({});
    const file = await upload(recipient, item.id);
    granted(await finish(recipient, file.file_id));
    granted(await requester.rpc("decide_item", { item: item.id, revision: 1, decision: "accept" }));
    granted(await finish(recipient, file.file_id));
    expect(await itemsOf(requester, id)).toMatchObject([{ status: "accepted", revision: 2 }]);
  });

  test("can't be finished without its bytes, or with the wrong size or hash", async () => {
    const { id, recipient, item } = await sendRequest({});
    const early = await begin(recipient, item.id);
    expectRefusal(await finish(recipient, early.file_id), 409, "file.not_stored");

    const shorter = await begin(recipient, item.id);
    granted(await put(recipient, shorter.object_key, Buffer.from("%PDF-1.7")));
    expectRefusal(await finish(recipient, shorter.file_id), 409, "file.changed");

    const kept = await upload(recipient, item.id);
    expectRefusal(await finish(recipient, kept.file_id, sha256(Buffer.from("x"))), 409, "file.changed");
    expect(await itemsOf(recipient, id)).toMatchObject([{ revision: 1 }]);
  });

  test("needs its own key and type", async () => {
    const { recipient, item } = await sendRequest({});
    const file = await begin(recipient, item.id);
    const refusal = { status: 400, body: { statusCode: "403" } };
    expect(await put(recipient, `${file.object_key}0`)).toMatchObject(refusal);
    expect(await put(recipient, file.object_key, pdf, { "content-type": "image/png" })).toMatchObject(
      refusal,
    );
    granted(await put(recipient, file.object_key));
  });

  test.each([
    ["zero bytes", { ...pdfArgs, size: 0 }, 422, "file.empty"],
    ["a negative size", { ...pdfArgs, size: -1 }, 422, "file.empty"],
    ["one byte too many", { ...pdfArgs, size: limits.fileBytes + 1 }, 413, "file.too_large"],
    ["an HTML page", { ...pdfArgs, mime: "text/html" }, 422, "file.type"],
    ["an SVG image", { ...pdfArgs, mime: "image/svg+xml" }, 422, "file.type"],
    ["a type with parameters", { ...pdfArgs, mime: "application/pdf; x=1" }, 422, "file.type"],
    ["a path", { ...pdfArgs, name: "../passport.pdf" }, 422, "file.name"],
    ["a Windows path", { ...pdfArgs, name: "C:\\passport.pdf" }, 422, "file.name"],
    ["a line break", { ...pdfArgs, name: "pass\nport.pdf" }, 422, "file.name"],
    ["a right-to-left override in the name", { ...pdfArgs, name: "pass\u202efdp.exe" }, 422, "file.name"],
    ["spaces around the name", { ...pdfArgs, name: " passport.pdf" }, 422, "file.name"],
    ["no name", { ...pdfArgs, name: "" }, 422, "file.name"],
    ["a folder's name", { ...pdfArgs, name: ".." }, 422, "file.name"],
    ["a name of 256 characters", { ...pdfArgs, name: "a".repeat(256) }, 422, "file.name"],
  ])("is rejected with %s", async (_, args, status, code) => {
    const { recipient, item } = await sendRequest({});
    expectRefusal(await recipient.rpc("begin_upload", { item: item.id, ...args }), status, code);
  });

  test.each(["зарплата за январь.pdf", "給与明細.pdf", "🧾👨‍👩‍👧 family.pdf", ".env", "a".repeat(255)])(
    "keeps its file name: %s",
    async (name) => {
      const { recipient, item } = await sendRequest({});
      granted(await recipient.rpc("begin_upload", { item: item.id, ...pdfArgs, name }));
    },
  );

  test("needs a type that the item accepts", async () => {
    const { recipient, items } = await sendRequest({
      items: [
        { title: "Scan", accepts: ["pdf"] },
        { title: "Photo", accepts: ["image"] },
        { title: "Address", kind: "text" },
      ],
    });
    const [scan, photo, address] = items.map(({ id }) => id);
    const add = (item: string | undefined, mime: string) =>
      recipient.rpc("begin_upload", { item, name: "a", size: 5, mime });
    granted(await add(scan, "application/pdf"));
    expectRefusal(await add(scan, "image/png"), 422, "file.type");
    granted(await add(photo, "image/heic"));
    expectRefusal(await add(photo, "application/octet-stream"), 422, "file.type");
    expectRefusal(await add(address, "application/pdf"), 422, "item.kind");
  });

  /** Adds files to an item by SQL, as if this person had uploaded them. */
  const fill = (
    item: string,
    person: Person,
    count: number,
    status: "uploading" | "stored" | "removed" | "purged",
  ) =>
    asAdmin((query) =>
      query(
        `insert into public.files (
           item_id, request_id, workspace_id, name, size, mime, uploaded_by, status,
           sha256, object_version, stored_at, removed_at, purged_at
         )
         select id, request_id, workspace_id, 'f', 1, 'text/plain', $2, case $4 when 'purged' then 'removed' else $4 end,
           repeat('0', 64), 'v', now(),
           case when $4 in ('removed', 'purged') then now() end, case $4 when 'purged' then now() end
         from public.items, generate_series(1, $3) where id = $1`,
        [item, person.userId, count, status],
      ),
    );

  test.each(["uploading", "stored"] as const)(
    `up to ${limits.filesPerItem} per item and person, counting those that are %s`,
    async (status) => {
      const { recipient, item } = await sendRequest({});
      await fill(item.id, recipient, limits.filesPerItem - 1, status);
      const last = await begin(recipient, item.id);
      const add = () => recipient.rpc("begin_upload", { item: item.id, ...pdfArgs });
      expectRefusal(await add(), 422, "file.too_many");
      granted(await recipient.rpc("remove_file", { file: last.file_id }));
      granted(await add());
    },
  );

  test("can't be blocked by another recipient's files", async () => {
    const { recipients, item } = await sendRequest({ recipients: 2 });
    const [anna, ben] = recipients;
    if (!anna || !ben) throw new Error("The request must have two recipients");
    await fill(item.id, ben, limits.filesPerItem, "uploading");
    await fill(item.id, ben, limits.filesPerItem, "stored");
    await fill(item.id, ben, limits.filesPerItem, "removed");
    await upload(anna, item.id);
  });

  test("is limited per person if files are removed, until their bytes are purged", async () => {
    const { recipients, item } = await sendRequest({ recipients: 2 });
    const [anna, ben] = recipients;
    if (!anna || !ben) throw new Error("The request must have two recipients");
    const maxUnpurged = limits.filesPerItem * 10;
    await fill(item.id, anna, maxUnpurged, "purged");
    await fill(item.id, anna, maxUnpurged - 1, "removed");
    const last = await begin(anna, item.id);
    granted(await anna.rpc("remove_file", { file: last.file_id }));
    expectRefusal(
      await anna.rpc("begin_upload", { item: item.id, ...pdfArgs }),
      422,
      "file.too_many_removed",
    );
    await begin(ben, item.id);
  });

  test("keeps to the limit when many begin at once", async () => {
    const { recipient, item } = await sendRequest({});
    await fill(item.id, recipient, limits.filesPerItem - 2, "uploading");
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => recipient.rpc("begin_upload", { item: item.id, ...pdfArgs })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectRefusal(answer, 422, "file.too_many");
    }
  });
});

describe("removing a file", () => {
  test("makes the item missing again and the file unreadable, and stays in the history", async () => {
    const { id, requester, recipient, item } = await sendRequest({});
    const file = await upload(recipient, item.id);
    granted(await recipient.rpc("remove_file", { file: file.file_id }));
    granted(await recipient.rpc("remove_file", { file: file.file_id }));

    expect(await itemsOf(requester, id)).toMatchObject([{ status: "missing", revision: 2 }]);
    for (const person of [requester, recipient]) {
      expect((await get(person, file.object_key)).status).toBe(400);
    }
    expect(
      await adminRow("select name, size::int, sha256, status from public.files where id = $1", [
        file.file_id,
      ]),
    ).toEqual({ name: "passport.pdf", size: pdf.length, sha256: sha256(pdf), status: "removed" });
  });

  test("leaves a returned item returned", async () => {
    const { id, requester, recipient, item } = await sendRequest({});
    await upload(recipient, item.id);
    const returned = { item: item.id, revision: 1, decision: "return", reason: "Too dark." };
    granted(await requester.rpc("decide_item", returned));
    const better = await upload(recipient, item.id);
    const [first] = granted(
      await recipient.knock(`/rest/v1/files?select=id&item_id=eq.${item.id}&id=neq.${better.file_id}`),
    ) as { id: string }[];
    granted(await recipient.rpc("remove_file", { file: first?.id }));
    expect(await itemsOf(requester, id)).toMatchObject([{ status: "submitted" }]);
    granted(await recipient.rpc("remove_file", { file: better.file_id }));
    expect(await itemsOf(requester, id)).toMatchObject([{ status: "returned", reason: "Too dark." }]);
  });

  test("makes its upload impossible to finish", async () => {
    const { recipient, item } = await sendRequest({});
    const file = await begin(recipient, item.id);
    granted(await put(recipient, file.object_key));
    granted(await recipient.rpc("remove_file", { file: file.file_id }));
    expectNotFound(await finish(recipient, file.file_id));
  });

  test("is refused for another recipient's file", async () => {
    const { recipients, recipient, item } = await sendRequest({ recipients: 2 });
    const file = await upload(recipient, item.id);
    for (const person of recipients.slice(1)) {
      expectNotFound(await person.rpc("remove_file", { file: file.file_id }));
    }
  });
});

test("an accepted item accepts no files or answers, and its files can't be removed", async () => {
  const { requester, recipient, item } = await sendRequest({});
  const stored = await upload(recipient, item.id);
  const late = await begin(recipient, item.id);
  granted(await put(recipient, late.object_key));
  granted(await requester.rpc("decide_item", { item: item.id, revision: 1, decision: "accept" }));

  expectRefusal(await recipient.rpc("begin_upload", { item: item.id, ...pdfArgs }), 409, "item.locked");
  expectRefusal(await finish(recipient, late.file_id), 409, "item.locked");
  expectRefusal(await recipient.rpc("remove_file", { file: stored.file_id }), 409, "item.locked");
  expectRefusal(
    await recipient.rpc("answer_item", { item: item.id, revision: 2, kind: "not_applicable", answer: "" }),
    409,
    "item.locked",
  );
});

test("a canceled request accepts nothing more", async () => {
  const { id, requester, recipient, item } = await sendRequest({});
  const file = await begin(recipient, item.id);
  granted(await put(recipient, file.object_key));
  granted(await requester.rpc("cancel_request", { request: id }));

  expectRefusal(await recipient.rpc("begin_upload", { item: item.id, ...pdfArgs }), 409, "request.closed");
  expectRefusal(await finish(recipient, file.file_id), 409, "request.closed");
});
