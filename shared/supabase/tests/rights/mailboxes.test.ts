import { randomUUID } from "node:crypto";
import { addressProblem } from "@sheaf/contract/email-address";
import { beforeEach, describe, expect, test } from "vitest";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { expectRefusal, granted } from "./testing/expectations.ts";
import { signUp } from "./testing/people.ts";
import { draftOf, openWorkspace } from "./testing/requests.ts";
import { clearOutbox, sendDue, setClock, work } from "./testing/worker.ts";

beforeEach(async () => {
  await setClock(null);
  await clearOutbox();
});

/** A request whose invitations are due. */
async function sendTo(...emails: string[]): Promise<string> {
  const requester = await signUp("nora");
  const workspace = await openWorkspace(requester);
  const draft = draftOf([{ title: "Passport" }], emails);
  const request = granted(await requester.rpc("create_request", { workspace, draft })) as string;
  granted(await requester.rpc("send_request", { request, invite: true }));
  return request;
}

const outcomes = async (request: string) =>
  (
    await adminRows<{ line: string }>(
      `select p.email || ' ' || coalesce(o.outcome, 'waiting') || coalesce(' ' || o.reason, '') as line
       from private.outbox as o join public.recipients as p on p.id = o.recipient_id
       where o.request_id = $1 order by p.email`,
      [request],
    )
  ).map(({ line }) => line);

/** An address that no other test uses, and the same mailbox with a tag. */
function addresses() {
  const name = `anna-${randomUUID().slice(0, 8)}`;
  return { plain: `${name}@people.example`, tagged: `${name}+tax@people.example` };
}

describe("what one address says of the others of its mailbox", () => {
  test("a stop of all email holds for every tag", async () => {
    const anna = await signUp("anna");
    granted(await anna.rpc("stop_all_email", { stopped: true }));
    const tagged = anna.email.replace("@", "+tax@");
    const request = await sendTo(tagged);
    expect(await sendDue()).toEqual([]);
    expect(await outcomes(request)).toEqual([`${tagged} dropped suppressed`]);
    granted(await anna.rpc("stop_all_email", { stopped: false }));
    await sendTo(tagged);
    expect(await sendDue()).toHaveLength(1);
  });

  test("a stop from before that rule holds for its own tag", async () => {
    const { tagged } = addresses();
    await asAdmin((query) =>
      query(
        "insert into private.suppressed_addresses (address_hash, reason) values (private.address_hash($1), 'asked')",
        [tagged],
      ),
    );
    await sendTo(tagged);
    expect(await sendDue()).toEqual([]);
  });

  test("a missing mailbox is missing for the exact address alone", async () => {
    const { plain, tagged } = addresses();
    await work("select public.suppress_address($1)", [plain]);
    const request = await sendTo(plain, tagged);
    expect((await sendDue()).map(({ address }) => address)).toEqual([tagged]);
    expect(await outcomes(request)).toEqual([`${plain} dropped suppressed`, `${tagged} sent`].sort());
  });

  test("the caps of a day count all tags together", async () => {
    const name = `anna-${randomUUID().slice(0, 8)}`;
    const request = await sendTo(...[1, 2, 3, 4, 5].map((tag) => `${name}+${tag}@people.example`));
    expect(await sendDue()).toHaveLength(3);
    expect((await outcomes(request)).filter((line) => line.endsWith("waiting capped"))).toHaveLength(2);
  });
});

describe("a missing mailbox", () => {
  const age = (days: number) =>
    asAdmin((query) =>
      query("update private.suppressed_addresses set at = now() - make_interval(days => $1)", [days]),
    );

  test("counts for 90 days, after which the address is free everywhere", async () => {
    const { plain } = addresses();
    await sendTo(plain);
    await work("select public.suppress_address($1)", [plain]);
    await age(89);
    await work("select public.free_expired_addresses()");
    expect(
      await adminRow("select unreachable_at is not null as marked from public.recipients where email = $1", [
        plain,
      ]),
    ).toEqual({ marked: true });
    await age(90);
    await work("select public.free_expired_addresses()");
    expect(
      await adminRow("select unreachable_at is not null as marked from public.recipients where email = $1", [
        plain,
      ]),
    ).toEqual({ marked: false });
    expect(
      await adminRows("select 1 from private.suppressed_addresses where reason = 'refused'", []),
    ).toEqual([]);
    expect(await sendDue()).toHaveLength(1);
  });
});

const odd = [
  "stopper@sec。example",
  "stopper@ｓec.example",
  "stop\u200Bper@sec.example",
  "stopper@sec.exam\u00ADple",
  "stopper@sec.example.",
  "stopper@sec",
  "x@localhost",
  "x@[127.0.0.1]",
  "x@127.0.0.1",
  '"x y"@sec.example',
  "josé@sec.example",
  "info@müller.example",
  "x@-sec.example",
  "x@sec..example",
  "a@b@sec.example",
  `${"x".repeat(65)}@sec.example`,
  `x@${"s".repeat(64)}.example`,
];
const plain = [
  "o'neill+tax@post.lind-group.example",
  "info@xn--mller-kva.example",
  "x@1.example",
  "x@sec.co",
];

describe("an address that is not in its canonical form", () => {
  test("is refused wherever a member or recipient may enter one", async () => {
    const requester = await signUp("nora");
    const workspace = await openWorkspace(requester);
    for (const email of odd) {
      const draft = draftOf([{ title: "Passport" }], [email]);
      expectRefusal(await requester.rpc("create_request", { workspace, draft }), 422, "draft.recipient");
      expectRefusal(
        await requester.rpc("invite_member", { workspace, email, role: "member" }),
        422,
        "invitation.email",
      );
    }
  });

  test("is rejected by the page and the database alike", async () => {
    const rows = await adminRows<{ email: string; ok: boolean }>(
      "select a.email, private.is_address(a.email) as ok from unnest($1::text[]) as a (email)",
      [[...odd, ...plain]],
    );
    expect(rows.filter(({ ok }) => ok).map(({ email }) => email)).toEqual(plain);
    expect([...odd, ...plain].filter((email) => addressProblem(email) === undefined)).toEqual(plain);
  });
});
