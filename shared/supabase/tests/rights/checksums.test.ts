import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import type { Person } from "./testing/people.ts";
import { pdf, sendRequest, type SentRequest, sha256, type Upload, upload } from "./testing/requests.ts";
import { clearOutbox, endsOf, sendDue, setClock, site, work } from "./testing/worker.ts";

const start = new Date("2027-06-01T14:00:00Z");
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

beforeEach(async () => {
  await clearOutbox();
  // Files that other tests have left.
  await asAdmin((query) =>
    query("update public.files set checked_at = now() where status = 'stored' and checked_at is null"),
  );
  await setClock(start);
});
afterEach(() => setClock(null));

const claim = async (worker: string, batch = 20) =>
  (await work<{ file: string }>("select * from public.claim_checks($1, $2)", [worker, batch])).map(
    ({ file }) => file,
  );
const finishAll = async (worker: string, bytes: object[]) =>
  (await work("select * from public.finish_checks($1, $2)", [worker, JSON.stringify(bytes)]))[0];

/** "verified", "damaged" or "removed"; undefined for a file that another worker has claimed. */
async function finish(worker: string, file: string, sum: string | null, size = pdf.length) {
  const counts = await finishAll(worker, [sum === null ? { file } : { file, sha256: sum, size }]);
  return Object.entries(counts ?? {}).find(([, count]) => count === 1)?.[0];
}
const postpone = (worker: string, file: string) =>
  work("select public.postpone_check($1, $2)", [file, worker]);

/** A file whose check ends with these bytes, or none. */
async function checked({ recipient, item }: SentRequest, bytes: Buffer | null, name?: string) {
  const { file_id: file } = await upload(recipient, item.id, name);
  const worker = randomUUID();
  expect(await claim(worker)).toContain(file);
  const outcome = await finish(worker, file, bytes && sha256(bytes), bytes?.length);
  return { file, outcome };
}

const asRead = async (person: Person, { file_id: file }: Pick<Upload, "file_id">) =>
  granted(
    await person.knock(`/rest/v1/files?select=damaged,checked_size,checked_sha256,checked_at&id=eq.${file}`),
  );

describe("a stored file", () => {
  test("is being checked until the worker has read it, and then verified, for both sides", async () => {
    const sent = await sendRequest({});
    const added = await upload(sent.recipient, sent.item.id);
    for (const person of [sent.requester, sent.recipient])
      expect(await asRead(person, added)).toEqual([
        { damaged: false, checked_size: null, checked_sha256: null, checked_at: null },
      ]);
    const worker = randomUUID();
    expect(await claim(worker)).toEqual([added.file_id]);
    expect(await finish(worker, added.file_id, sha256(pdf))).toBe("verified");
    for (const person of [sent.requester, sent.recipient])
      expect(await asRead(person, added)).toEqual([
        {
          damaged: false,
          checked_size: pdf.length,
          checked_sha256: sha256(pdf),
          checked_at: expect.any(String),
        },
      ]);
    expect(await claim(worker)).toEqual([]);
    expect(await adminRows("select from private.checks where file_id = $1", [added.file_id])).toEqual([]);
  });

  const other = Buffer.from("%PDF-1.7\nworld");
  test.each([
    ["other bytes", other],
    ["fewer bytes", pdf.subarray(0, 5)],
    ["no object", null],
  ])("is damaged if there are %s, which is in the history", async (_, bytes) => {
    const sent = await sendRequest({});
    const { file, outcome } = await checked(sent, bytes);
    expect(outcome).toBe("damaged");
    for (const person of [sent.requester, sent.recipient]) {
      expect(await asRead(person, { file_id: file })).toMatchObject([{ damaged: true }]);
      const events = await person.knock(
        `/rest/v1/events?select=actor,actor_name,file_id,data&kind=eq.file_damaged&request_id=eq.${sent.id}`,
      );
      expect(granted(events)).toEqual([
        { actor: null, actor_name: "Sheaf", file_id: file, data: { name: "passport.pdf" } },
      ]);
    }
  });

  test("that was removed after it was claimed is neither checked nor damaged", async () => {
    const sent = await sendRequest({});
    const { file_id: file } = await upload(sent.recipient, sent.item.id);
    const worker = randomUUID();
    await claim(worker);
    granted(await sent.recipient.rpc("remove_file", { file }));
    expect(await finish(worker, file, null)).toBe("removed");
    expect(
      await adminRow("select status, checked_at, damaged from public.files where id = $1", [file]),
    ).toEqual({ status: "removed", checked_at: null, damaged: false });
    expect(
      await adminRows("select from public.events where request_id = $1 and kind = 'file_damaged'", [sent.id]),
    ).toEqual([]);
    expect(await adminRows("select from private.checks where file_id = $1", [file])).toEqual([]);
  });
});

describe("a claim", () => {
  test("takes the newest first, and each for one worker", async () => {
    const { recipient, item } = await sendRequest({});
    const files: string[] = [];
    for (const name of ["a.pdf", "b.pdf", "c.pdf"])
      files.unshift((await upload(recipient, item.id, name)).file_id);
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await claim(first, 2)).toEqual(files.slice(0, 2));
    expect(await claim(second, 2)).toEqual(files.slice(2));
    expect(await claim(second, 2)).toEqual([]);
    const [newest = ""] = files;
    expect(await finish(second, newest, null)).toBeUndefined();
    expect(await finish(first, newest, sha256(pdf))).toBe("verified");
    expect(await finish(first, newest, null)).toBeUndefined();
  });

  test("is finished for several files at once", async () => {
    const sents = [await sendRequest({}), await sendRequest({})];
    const files: string[] = [];
    for (const { recipient, item } of sents)
      for (let index = 0; index < 2; index += 1) files.push((await upload(recipient, item.id)).file_id);
    const worker = randomUUID();
    await claim(worker);
    const found = files.map((file, index) =>
      index % 2 === 0 ? { file } : { file, sha256: sha256(pdf), size: pdf.length },
    );
    expect(await finishAll(worker, [...found, { file: randomUUID() }])).toEqual({
      verified: 2,
      damaged: 2,
      removed: 0,
    });
  });

  test("of a killed worker ends with its lease, and one that was released at once", async () => {
    const { recipient, item } = await sendRequest({});
    const { file_id: file } = await upload(recipient, item.id);
    const [killed, next] = [randomUUID(), randomUUID()];
    expect(await claim(killed)).toEqual([file]);
    expect(await claim(next)).toEqual([]);
    await asAdmin((query) =>
      query("update private.checks set claimed_until = now() - interval '1 second' where file_id = $1", [
        file,
      ]),
    );
    expect(await claim(next)).toEqual([file]);
    expect(await finish(killed, file, null)).toBeUndefined();
    await work("select public.release_checks($1)", [next]);
    expect(await claim(killed)).toEqual([file]);
  });

  test("of what couldn't be read comes again after a pause that doubles, up to an hour", async () => {
    const { recipient, item } = await sendRequest({});
    const { file_id: file } = await upload(recipient, item.id);
    const worker = randomUUID();
    let minutes = 0;
    for (const pause of [1, 2, 4, 8, 16, 32, 60, 60]) {
      await setClock(later(minutes));
      expect(await claim(worker), `after ${minutes} minutes`).toEqual([file]);
      await postpone(randomUUID(), file);
      await postpone(worker, file);
      await setClock(later(minutes + pause - 0.1));
      expect(await claim(worker), `shortly before ${minutes + pause} minutes`).toEqual([]);
      minutes += pause;
    }
    await setClock(later(minutes));
    expect(await claim(worker)).toEqual([file]);
    await work("select public.release_checks($1)", [worker]);
    expect(
      await adminRow("select attempts, claimed_until from private.checks where file_id = $1", [file]),
    ).toEqual({
      attempts: 8,
      claimed_until: null,
    });
    expect(await asRead(recipient, { file_id: file })).toMatchObject([{ damaged: false, checked_at: null }]);
  });
});

describe("members who watch the request", () => {
  const toMembers = async (minutes: number) => {
    await setClock(later(minutes));
    return (await sendDue()).filter(({ kind }) => kind === "damaged");
  };

  test("get one email about all damaged files", async () => {
    const sent = await sendRequest({});
    await checked(sent, Buffer.from("x"), "a.pdf");
    await checked(sent, null, "b.pdf");
    await checked(sent, pdf, "c.pdf");
    const [email, ...more] = await toMembers(1);
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      address: sent.requester.email,
      facts: {
        workspace: "Okafor & Lind",
        title: "Papers for the year",
        files: [
          { name: "a.pdf", item: "Passport", isLost: false },
          { name: "b.pdf", item: "Passport", isLost: true },
        ],
        url: `${site}/requests/${sent.id}`,
        settingsUrl: `${site}/settings/email`,
        stopUrl: expect.stringMatching(/\/email\/stop\/[\w-]{43}$/),
      },
    });
    expect(await toMembers(120)).toEqual([]);
  });

  test("get none if the file was removed, they stopped watching, or want no email", async () => {
    const [removed, unwatched, unwanted, daily] = await Promise.all(
      Array.from({ length: 4 }, () => sendRequest({})),
    );
    if (!removed || !unwatched || !unwanted || !daily) throw new Error("A request is missing");
    const { file } = await checked(removed, null);
    granted(await removed.recipient.rpc("remove_file", { file }));
    for (const sent of [unwatched, unwanted, daily]) await checked(sent, null);
    granted(await unwatched.requester.rpc("watch_request", { request: unwatched.id, watched: false }));
    for (const [{ requester, workspace }, arrivals] of [
      [unwanted, "none"],
      [daily, "daily"],
    ] as const)
      granted(await requester.rpc("set_email_preference", { workspace, arrivals, zone: "Europe/Lisbon" }));
    expect((await toMembers(1)).map(({ address }) => address)).toEqual([daily.requester.email]);
    const damagedOf = async ({ id }: SentRequest) =>
      (await endsOf(id)).filter((line) => line.startsWith("damaged"));
    expect(await damagedOf(removed)).toEqual(["damaged dropped undone"]);
    expect(await damagedOf(unwatched)).toEqual(["damaged dropped not_watched"]);
    expect(await damagedOf(unwanted)).toEqual(["damaged dropped preference"]);
  });
});
