import { beforeEach, describe, expect, test } from "vitest";
import { addFactor, enrol } from "./testing/cast.ts";
import { asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signIn, signUp } from "./testing/people.ts";
import { proveAll } from "./testing/prove.ts";
import { openWorkspace, sendRequest, statusOf } from "./testing/requests.ts";
import { clearOutbox, sendDue } from "./testing/worker.ts";

beforeEach(clearOutbox);

/** A workspace whose owner has passed a second factor, and a member without one. */
async function foundFirm(): Promise<{ workspace: string; nora: Person; maya: Person }> {
  const weak = await signUp("nora");
  const workspace = await openWorkspace(weak);
  await addFactor(weak);
  const nora = await signIn(weak, { aal: "aal2" });
  const maya = await signUp("maya");
  await enrol(workspace, maya, "member");
  return { workspace, nora, maya };
}

async function setRequired(person: Person, workspace: string, required = true) {
  await proveAll(person);
  return person.rpc("set_second_factor_requirement", { workspace, required });
}

/** Moves the end of the seven days into the past. */
const endNotice = (workspace: string) =>
  asAdmin((query) =>
    query("update public.workspaces set second_factor_from = now() - interval '1 second' where id = $1", [
      workspace,
    ]),
  );

describe("a requirement of two-factor authentication", () => {
  test("tells members without it, and binds them after seven days; recipients never", async () => {
    const { workspace, nora, maya } = await foundFirm();
    const sent = await sendRequest({ requester: nora, workspace });
    granted(await setRequired(nora, workspace));
    const emails = await sendDue();
    expect(emails).toMatchObject([
      {
        kind: "second_factor",
        address: maya.email,
        facts: {
          workspace: "Okafor & Lind",
          by: "Nora Okafor",
          from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      },
    ]);
    expect(await statusOf(maya, sent.id)).toBe("open");

    await endNotice(workspace);
    expect(await statusOf(maya, sent.id)).toBe("none");
    expectNotFound(await maya.rpc("workspace_members", { workspace }));
    expect(granted(await maya.rpc("my_access", {}))).toMatchObject([{ second_factor_required: true }]);
    expect(await statusOf(sent.recipient, sent.id)).toBe("open");
    expect(await statusOf(nora, sent.id)).toBe("open");
    await addFactor(maya);
    expect(await statusOf(await signIn(maya, { aal: "aal2" }), sent.id)).toBe("open");
  });

  test("binds at once where everybody has it, and ends when it is taken back", async () => {
    const { workspace, nora, maya } = await foundFirm();
    await addFactor(maya);
    granted(await setRequired(nora, workspace));
    expect(await sendDue()).toEqual([]);
    expect(
      granted(
        await nora.knock(
          `/rest/v1/rpc/workspace_settings?workspace=${workspace}&select=require_second_factor,second_factor_from`,
        ),
      ),
    ).toEqual([{ require_second_factor: true, second_factor_from: null }]);
    granted(await setRequired(nora, workspace, false));
    const sam = await signUp("sam");
    await enrol(workspace, sam, "member");
    granted(await sam.rpc("workspace_members", { workspace }));
  });

  test("is set by an admin who has passed one, with a fresh proof", async () => {
    const { workspace, nora, maya } = await foundFirm();
    expectRefusal(
      await nora.rpc("set_second_factor_requirement", { workspace, required: true }),
      403,
      "proof.required",
    );
    expectRefusal(await setRequired(maya, workspace), 403, "workspace.role");
    const idris = await signUp("idris");
    await enrol(workspace, idris, "admin");
    expectRefusal(await setRequired(idris, workspace), 422, "insufficient_aal");
    await addFactor(idris);
    // The account has a factor, but this session hasn't passed it.
    expectRefusal(await setRequired(idris, workspace), 401, "session.required");
  });

  test("is emailed again on demand, to members who need it alone", async () => {
    const { workspace, nora, maya } = await foundFirm();
    const remind = (member: Person) => nora.rpc("email_second_factor", { workspace, member: member.userId });
    expectNotFound(await remind(maya));
    granted(await setRequired(nora, workspace));
    // It waits in the outbox already.
    granted(await remind(maya));
    expect(await sendDue()).toHaveLength(1);
    await endNotice(workspace);
    granted(await remind(maya));
    expect(await sendDue()).toMatchObject([{ kind: "second_factor", facts: { from: null } }]);
    expectNotFound(await remind(nora));
    expectNotFound(await remind(await signUp("stranger")));
    expectRefusal(
      await maya.rpc("email_second_factor", { workspace, member: nora.userId }),
      404,
      "not_found",
    );
    granted(await remind(maya));
    await addFactor(maya);
    expect(await sendDue()).toEqual([]);
  });
});
