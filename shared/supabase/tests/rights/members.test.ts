import { limits } from "@sheaf/contract/limits";
import { beforeEach, describe, expect, test } from "vitest";
import { enrol, requireSecondFactor, tokenOf } from "./testing/cast.ts";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { nobody, type Person, signUp } from "./testing/people.ts";
import { proveAll } from "./testing/prove.ts";
import { itemsOf, openWorkspace, sendRequest, statusOf, upload } from "./testing/requests.ts";
import { type ClaimedEmail, clearOutbox, sendDue, setClock, work } from "./testing/worker.ts";

/** A workspace with an owner, an admin and a member. */
interface Firm {
  workspace: string;
  nora: Person;
  idris: Person;
  maya: Person;
}

async function foundFirm(): Promise<Firm> {
  const [nora, idris, maya] = [await signUp("nora"), await signUp("idris"), await signUp("maya")];
  const workspace = await openWorkspace(nora);
  await enrol(workspace, idris, "admin");
  await enrol(workspace, maya, "member");
  return { workspace, nora, idris, maya };
}

async function invite(inviter: Person, workspace: string, email: string, role = "member") {
  await proveAll(inviter);
  return inviter.rpc("invite_member", { workspace, email, role });
}

async function invited(inviter: Person, workspace: string, email: string, role = "member") {
  const invitation = granted(await invite(inviter, workspace, email, role)) as string;
  return { invitation, token: await tokenOf(invitation) };
}

const accept = (person: Person, token: string, name = "Sam Osei") =>
  person.rpc("accept_invitation", { token, name });
const peek = (token: string) => nobody().rpc("peek_invitation", { token });
const setRole = (by: Person, { workspace }: Firm, member: Person, role: string) =>
  by.rpc("set_member_role", { workspace, member: member.userId, role });
const remove = (by: Person, { workspace }: Firm, member: Person, successor?: Person) =>
  by.rpc("remove_member", {
    workspace,
    member: member.userId,
    ...(successor && { successor: successor.userId }),
  });

async function rolesIn(workspace: string): Promise<Record<string, string>> {
  const rows = await adminRows<{ user_id: string; role: string }>(
    "select user_id, role from public.members where workspace_id = $1",
    [workspace],
  );
  return Object.fromEntries(rows.map(({ user_id: id, role }) => [id, role]));
}

describe("an invitation", () => {
  beforeEach(clearOutbox);

  test("is emailed, and makes the person with the invited address a member", async () => {
    const { workspace, nora } = await foundFirm();
    const sam = await signUp("sam");
    const { token } = await invited(nora, workspace, ` ${sam.email.toUpperCase()} `);

    const [email] = (await sendDue()) as [ClaimedEmail];
    expect(email).toMatchObject({
      kind: "member_invitation",
      address: sam.email,
      facts: {
        asker: {
          name: "Nora Okafor",
          email: nora.email,
          workspace: "Okafor & Lind",
          accent: null,
          isTrusted: false,
        },
        role: "member",
        url: `https://sheaf.example/join/${token}`,
      },
    });
    expect(granted(await peek(token))).toEqual([
      {
        workspace_name: "Okafor & Lind",
        inviter_name: "Nora Okafor",
        inviter_email: nora.email,
        email: sam.email,
        role: "member",
        state: "open",
      },
    ]);
    expect(granted(await accept(sam, token))).toBe(workspace);
    expect((await rolesIn(workspace))[sam.userId]).toBe("member");
    expect(
      granted(await sam.knock(`/rest/v1/profiles?select=display_name&user_id=eq.${sam.userId}`)),
    ).toEqual([{ display_name: "Sam Osei" }]);
  });

  test("keeps the name of a user who has one", async () => {
    const { workspace, nora } = await foundFirm();
    const sam = await signUp("sam");
    await openWorkspace(sam);
    granted(await sam.rpc("change_name", { display_name: "Samuel" }));
    const { token } = await invited(nora, workspace, sam.email);
    granted(await sam.rpc("accept_invitation", { token }));
    expect(
      granted(await sam.knock(`/rest/v1/profiles?select=display_name&user_id=eq.${sam.userId}`)),
    ).toEqual([{ display_name: "Samuel" }]);
  });

  test("asks for a name that can be shown", async () => {
    const { workspace, nora } = await foundFirm();
    const sam = await signUp("sam");
    const { token } = await invited(nora, workspace, sam.email);
    for (const name of ["", " ", "sam@people.example", "x".repeat(81)])
      expectRefusal(await accept(sam, token, name), 422, "profile.name");
    expect((await rolesIn(workspace))[sam.userId]).toBeUndefined();
  });

  test("is not for another address, even one that has the link", async () => {
    const { workspace, nora } = await foundFirm();
    const sam = await signUp("sam");
    const { token } = await invited(nora, workspace, sam.email);
    const other = await signUp("other");
    expectRefusal(await accept(other, token), 409, "invitation.other_address");
    await asAdmin((query) =>
      query("update auth.users set email_confirmed_at = null where id = $1", [sam.userId]),
    );
    expectRefusal(await accept(sam, token), 409, "invitation.other_address");
  });

  test("is accepted once; its link leads its member to the workspace, unless they were removed", async () => {
    const firm = await foundFirm();
    const sam = await signUp("sam");
    const { token } = await invited(firm.nora, firm.workspace, sam.email);
    granted(await accept(sam, token));
    expect(granted(await accept(sam, token))).toBe(firm.workspace);
    granted(await remove(firm.nora, firm, sam));
    expectRefusal(await accept(sam, token), 409, "invitation.used");
    expect((await rolesIn(firm.workspace))[sam.userId]).toBeUndefined();
  });

  test("expires after 14 days, until it is sent again", async () => {
    const { workspace, nora } = await foundFirm();
    const sam = await signUp("sam");
    const { invitation, token } = await invited(nora, workspace, sam.email);
    await asAdmin((query) =>
      query("update private.invitations set expires_at = now() - interval '1 second' where id = $1", [
        invitation,
      ]),
    );
    expect(granted(await peek(token))).toMatchObject([{ state: "expired" }]);
    expectRefusal(await accept(sam, token), 409, "invitation.expired");
    await proveAll(nora);
    granted(await nora.rpc("resend_invitation", { invitation }));
    const { days } = await adminRow<{ days: number }>(
      "select round(extract(epoch from expires_at - now()) / 86400)::int as days from private.invitations where id = $1",
      [invitation],
    );
    expect(days).toBe(14);
    granted(await accept(sam, token));
  });

  test("ends when it is cancelled, and so does its email", async () => {
    const { workspace, nora } = await foundFirm();
    const sam = await signUp("sam");
    const { invitation, token } = await invited(nora, workspace, sam.email);
    granted(await nora.rpc("cancel_invitation", { invitation }));
    expect(granted(await peek(token))).toEqual([]);
    expectNotFound(await accept(sam, token));
    expectNotFound(await nora.rpc("resend_invitation", { invitation }));
    expect(await sendDue()).toEqual([]);
    granted(await invite(nora, workspace, sam.email));
  });

  test.each(["removed", "made a member"])("ends when the inviter is %s", async (how) => {
    const firm = await foundFirm();
    const sam = await signUp("sam");
    const { invitation, token } = await invited(firm.idris, firm.workspace, sam.email);
    await proveAll(firm.nora);
    granted(
      how === "removed"
        ? await remove(firm.nora, firm, firm.idris)
        : await setRole(firm.nora, firm, firm.idris, "member"),
    );
    expect(granted(await peek(token))).toEqual([]);
    expectNotFound(await accept(sam, token));
    expect((await sendDue()).map(({ kind }) => kind)).not.toContain("member_invitation");
    expect(
      granted(await firm.nora.rpc("workspace_invitations", { workspace: firm.workspace })),
    ).toMatchObject([{ id: invitation, email: sam.email, state: "void", is_unreachable: false }]);
    await proveAll(firm.nora);
    granted(await firm.nora.rpc("resend_invitation", { invitation }));
    granted(await accept(sam, token));
  });

  test("to a higher role than the inviter still has ends, too", async () => {
    const firm = await foundFirm();
    await proveAll(firm.nora);
    await enrol(firm.workspace, await signUp("second-owner"), "owner");
    const sam = await signUp("sam");
    const { token } = await invited(firm.nora, firm.workspace, sam.email, "owner");
    granted(await setRole(firm.nora, firm, firm.nora, "admin"));
    expectNotFound(await accept(sam, token));
  });

  test("doesn’t come back with its inviter’s role", async () => {
    const firm = await foundFirm();
    const sam = await signUp("sam");
    const { token } = await invited(firm.idris, firm.workspace, sam.email);
    for (const role of ["member", "admin"]) {
      await proveAll(firm.nora);
      granted(await setRole(firm.nora, firm, firm.idris, role));
    }
    expectRefusal(await accept(sam, token), 409, "invitation.expired");
  });

  test("ends while its inviter is suspended", async () => {
    const { workspace, idris } = await foundFirm();
    const sam = await signUp("sam");
    const { token } = await invited(idris, workspace, sam.email);
    await asAdmin((query) =>
      query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [idris.userId]),
    );
    expect(granted(await peek(token))).toEqual([]);
    expectNotFound(await accept(sam, token));
  });

  test("to a user who is a member by now doesn’t let them in after they were removed", async () => {
    const firm = await foundFirm();
    const sam = await signUp("sam");
    const { token } = await invited(firm.nora, firm.workspace, sam.email);
    await enrol(firm.workspace, sam, "member");
    granted(await remove(firm.nora, firm, sam));
    expectNotFound(await accept(sam, token));
  });

  test("needs a fresh proof, and again once it is no longer valid", async () => {
    const { workspace, nora } = await foundFirm();
    const sam = await signUp("sam");
    const args = { workspace, email: sam.email, role: "owner" };
    expectRefusal(await nora.rpc("invite_member", args), 403, "proof.required");
    const { invitation, token } = await invited(nora, workspace, sam.email, "owner");
    granted(await nora.rpc("resend_invitation", { invitation }));
    await asAdmin((query) =>
      query("update private.invitations set expires_at = now() where id = $1", [invitation]),
    );
    expectRefusal(await nora.rpc("resend_invitation", { invitation }), 403, "proof.required");
    await proveAll(nora);
    granted(await nora.rpc("resend_invitation", { invitation }));
    granted(await accept(sam, token));
    expect((await rolesIn(workspace))[sam.userId]).toBe("owner");
  });

  test("is refused for members, people who are invited, and what is no address", async () => {
    const { workspace, nora, maya } = await foundFirm();
    expectRefusal(await invite(nora, workspace, maya.email), 409, "invitation.member");
    granted(await invite(nora, workspace, "sam@people.example"));
    expectRefusal(await invite(nora, workspace, "SAM@people.example"), 409, "invitation.exists");
    for (const wrong of [
      "",
      "sam",
      "sam@",
      "@people.example",
      "s m@people.example",
      "sam\u202e@people.example",
      `${"x".repeat(250)}@b.cc`,
    ])
      expectRefusal(await invite(nora, workspace, wrong), 422, "invitation.email");
    for (const wrong of ["", "boss"])
      expectRefusal(await invite(nora, workspace, "kim@people.example", wrong), 403, "workspace.role");
  });

  test("gives no higher role than its sender has", async () => {
    const { workspace, nora, idris, maya } = await foundFirm();
    expectRefusal(await invite(maya, workspace, "sam@people.example"), 403, "workspace.role");
    expectRefusal(await invite(idris, workspace, "sam@people.example", "owner"), 403, "workspace.role");
    granted(await invite(idris, workspace, "sam@people.example", "admin"));
    granted(await invite(nora, workspace, "kim@people.example", "owner"));
  });

  test("to become an owner is only an owner’s to send again or cancel", async () => {
    const { workspace, nora, idris } = await foundFirm();
    const { invitation, token } = await invited(nora, workspace, "kim@people.example", "owner");
    await proveAll(idris);
    for (const change of ["resend_invitation", "cancel_invitation"])
      expectRefusal(await idris.rpc(change, { invitation }), 403, "workspace.role");
    expect(granted(await peek(token))).toMatchObject([{ inviter_email: nora.email, role: "owner" }]);
  });

  test("counts towards the members of a workspace and the emails to an address", async () => {
    const { workspace, nora } = await foundFirm();
    await asAdmin((query) => query("update private.quotas set most = 4 where name = 'members'"));
    try {
      const { invitation } = await invited(nora, workspace, "sam@people.example");
      expectRefusal(await invite(nora, workspace, "kim@people.example"), 422, "quota.members");
      for (let sent = 1; sent < 20; sent += 1) granted(await nora.rpc("resend_invitation", { invitation }));
      expectRefusal(await nora.rpc("resend_invitation", { invitation }), 422, "quota.address");
      // Sent again before it left, it leaves once.
      expect(await sendDue()).toHaveLength(1);
    } finally {
      await asAdmin((query) => query("update private.quotas set most = 200 where name = 'members'"));
    }
  });

  test("says whether its address takes email", async () => {
    const { workspace, nora } = await foundFirm();
    const { invitation } = await invited(nora, workspace, "gone@people.example");
    const listed = async () => granted(await nora.rpc("workspace_invitations", { workspace }));
    expect(await listed()).toMatchObject([{ emailed_at: null, is_unreachable: false, state: "open" }]);
    await sendDue(() => "refused");
    expect(await listed()).toMatchObject([{ emailed_at: null, is_unreachable: true }]);
    granted(await nora.rpc("resend_invitation", { invitation }));
    // The address refused email for good.
    expect(await sendDue()).toEqual([]);
    expect(await listed()).toMatchObject([{ is_unreachable: true }]);
  });

  test("is shown as unreachable when its email comes back later", async () => {
    const { workspace, nora } = await foundFirm();
    const sam = await signUp("sam");
    await invited(nora, workspace, sam.email);
    await sendDue();
    await work("select public.suppress_address($1)", [sam.email.toUpperCase()]);
    expect(granted(await nora.rpc("workspace_invitations", { workspace }))).toMatchObject([
      { email: sam.email, is_unreachable: true },
    ]);
  });

  test("has a token that can't be made up", async () => {
    const { workspace, nora } = await foundFirm();
    const { invitation, token } = await invited(nora, workspace, "sam@people.example");
    const { token: stop } = await adminRow<{ token: string }>(
      "select private.stop_token(id, email) as token from private.invitations where id = $1",
      [invitation],
    );
    const changed = `${token.slice(0, 30)}${token[30] === "A" ? "B" : "A"}${token.slice(31)}`;
    for (const wrong of [
      "",
      stop,
      changed,
      token.slice(1),
      `${token}A`,
      "'; drop table",
      "x".repeat(100_000),
    ])
      expect(granted(await peek(wrong)), wrong.slice(0, 50)).toEqual([]);
  });
});

describe("roles", () => {
  test("an admin changes roles below owner, an owner all of them, a member none", async () => {
    const firm = await foundFirm();
    for (const person of [firm.nora, firm.idris, firm.maya]) await proveAll(person);
    expectRefusal(await setRole(firm.maya, firm, firm.idris, "member"), 403, "workspace.role");
    expectRefusal(await setRole(firm.maya, firm, firm.maya, "admin"), 403, "workspace.role");
    expectRefusal(await setRole(firm.idris, firm, firm.nora, "member"), 403, "workspace.role");
    for (const person of [firm.idris, firm.maya])
      expectRefusal(await setRole(firm.idris, firm, person, "owner"), 403, "workspace.role");
    expectRefusal(await setRole(firm.nora, firm, firm.maya, "boss"), 403, "workspace.role");
    expectNotFound(await setRole(firm.nora, firm, await signUp("stranger"), "admin"));
    granted(await setRole(firm.idris, firm, firm.maya, "admin"));
    await proveAll(firm.nora);
    granted(await setRole(firm.nora, firm, firm.maya, "owner"));
    await proveAll(firm.maya);
    granted(await setRole(firm.maya, firm, firm.nora, "member"));
    expect(await rolesIn(firm.workspace)).toEqual({
      [firm.nora.userId]: "member",
      [firm.idris.userId]: "admin",
      [firm.maya.userId]: "owner",
    });
  });

  test("a higher role, and a lower one for another member, need a fresh proof; stepping down doesn't", async () => {
    const firm = await foundFirm();
    expectRefusal(await setRole(firm.nora, firm, firm.maya, "admin"), 403, "proof.required");
    expectRefusal(await setRole(firm.nora, firm, firm.idris, "member"), 403, "proof.required");
    granted(await setRole(firm.idris, firm, firm.idris, "member"));
  });

  test("the last owner can't step down or leave", async () => {
    const firm = await foundFirm();
    expectRefusal(await setRole(firm.nora, firm, firm.nora, "admin"), 409, "workspace.last_owner");
    expectRefusal(await remove(firm.nora, firm, firm.nora), 409, "workspace.last_owner");
  });

  test("an admin who steps down can't step up again", async () => {
    const firm = await foundFirm();
    granted(await setRole(firm.idris, firm, firm.idris, "member"));
    await proveAll(firm.idris);
    expectRefusal(await setRole(firm.idris, firm, firm.idris, "admin"), 403, "workspace.role");
  });

  test("two owners who demote each other or leave at the same moment leave one", async () => {
    for (const act of [
      (firm: Firm, by: Person, other: Person) => setRole(by, firm, other, "member"),
      (firm: Firm, by: Person) => remove(by, firm, by),
    ]) {
      const firm = await foundFirm();
      const kim = await signUp("kim");
      await enrol(firm.workspace, kim, "owner");
      for (const owner of [firm.nora, kim]) await proveAll(owner);
      const answers = await Promise.all([act(firm, firm.nora, kim), act(firm, kim, firm.nora)]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      const roles = Object.values(await rolesIn(firm.workspace));
      expect(roles.filter((role) => role === "owner")).toHaveLength(1);
    }
  });

  test("an admin can't remove an owner, and a member can remove only themselves", async () => {
    const firm = await foundFirm();
    expectRefusal(await remove(firm.idris, firm, firm.nora), 403, "workspace.role");
    expectRefusal(await remove(firm.maya, firm, firm.idris), 403, "workspace.role");
    granted(await remove(firm.maya, firm, firm.maya));
    granted(await remove(firm.idris, firm, firm.idris));
    expect(await rolesIn(firm.workspace)).toEqual({ [firm.nora.userId]: "owner" });
  });

  test("another owner is removed or loses the role only with a fresh proof", async () => {
    const firm = await foundFirm();
    const kim = await signUp("kim");
    await enrol(firm.workspace, kim, "owner");
    expectRefusal(await setRole(firm.nora, firm, kim, "member"), 403, "proof.required");
    expectRefusal(await remove(firm.nora, firm, kim), 403, "proof.required");
    await proveAll(firm.nora);
    granted(await remove(firm.nora, firm, kim));
  });

  test("everyone sees the members, owners and admins also who has two-factor", async () => {
    const firm = await foundFirm();
    const list = async (person: Person) =>
      granted(await person.rpc("workspace_members", { workspace: firm.workspace }));
    expect(await list(firm.idris)).toMatchObject([
      {
        user_id: firm.nora.userId,
        name: "Nora Okafor",
        email: firm.nora.email,
        role: "owner",
        has_second_factor: false,
      },
      { role: "admin", has_second_factor: false },
      { role: "member", has_second_factor: false },
    ]);
    expect(await list(firm.maya)).toMatchObject(
      Array.from({ length: 3 }, () => ({ has_second_factor: null })),
    );
  });
});

describe("a removed member", () => {
  test("reads nothing from that moment, and their successor is told what arrives", async () => {
    await clearOutbox();
    const nora = await signUp("nora");
    const workspace = await openWorkspace(nora);
    const maya = await signUp("maya");
    await enrol(workspace, maya, "member");
    const sent = await sendRequest({ requester: maya, workspace });
    await sendDue();
    expect(await statusOf(maya, sent.id)).toBe("open");
    granted(await nora.rpc("remove_member", { workspace, member: maya.userId }));

    expect(await statusOf(maya, sent.id)).toBe("none");
    expect(await itemsOf(maya, sent.id)).toEqual([]);
    expectNotFound(await maya.rpc("decide_item", { item: sent.item.id, revision: 0, decision: "waive" }));
    expectNotFound(await maya.rpc("workspace_members", { workspace }));
    expect(granted(await nora.rpc("watches_request", { request: sent.id }))).toBe(true);
    await upload(sent.recipient, sent.item.id);
    await setClock(new Date(Date.now() + 11 * 60_000));
    const emails = await sendDue();
    await setClock(null);
    expect(emails.filter(({ kind }) => kind === "arrived").map(({ address }) => address)).toEqual([
      nora.email,
    ]);
  });

  test("hands over to the chosen member, who has to be one", async () => {
    const firm = await foundFirm();
    const sent = await sendRequest({ requester: firm.maya, workspace: firm.workspace });
    expectNotFound(await remove(firm.maya, firm, firm.maya, await signUp("stranger")));
    expectNotFound(await remove(firm.maya, firm, firm.maya, firm.maya));
    granted(await remove(firm.maya, firm, firm.maya, firm.idris));
    expect(granted(await firm.idris.rpc("watches_request", { request: sent.id }))).toBe(true);
    expect(granted(await firm.nora.rpc("watches_request", { request: sent.id }))).toBe(false);
  });
});

describe("a workspace", () => {
  test("is renamed by owners and admins, with a name that can be shown", async () => {
    const { workspace, idris, maya } = await foundFirm();
    const rename = (person: Person, name: string) => person.rpc("rename_workspace", { workspace, name });
    expectRefusal(await rename(maya, "Mine"), 403, "workspace.role");
    for (const wrong of ["", " ", "a@b", "x".repeat(81)])
      expectRefusal(await rename(idris, wrong), 422, "workspace.name");
    granted(await rename(idris, " Lind & Partners "));
    expect(granted(await maya.knock(`/rest/v1/workspaces?select=name&id=eq.${workspace}`))).toEqual([
      { name: "Lind & Partners" },
    ]);
  });

  test("saves reasons for its members", async () => {
    const { workspace, nora, maya } = await foundFirm();
    const list = async () => granted(await nora.rpc("saved_reasons", { workspace }));
    const save = (reason: string) => maya.rpc("save_reason", { workspace, reason });
    granted(await save(" Page 2\nis cut off. "));
    granted(await save("Page 2 is cut off."));
    granted(await save("Too dark."));
    expect(await list()).toEqual(["Page 2 is cut off.", "Too dark."]);
    for (const wrong of ["", " ", "\u200b", "x".repeat(limits.savedReasonLength + 1)])
      expectRefusal(await save(wrong), 422, "reason.length");
    for (let more = 3; more <= limits.savedReasons; more += 1) granted(await save(`Reason ${more}`));
    expectRefusal(await save("One more"), 422, "reason.too_many");
    granted(await save("Too dark."));
    granted(await nora.rpc("remove_reason", { workspace, reason: "Page 2 is cut off." }));
    granted(await save("One more"));
    expect(await list()).toHaveLength(limits.savedReasons);
  });

  test("is deleted by an owner with a fresh proof, after they saw what goes", async () => {
    const firm = await foundFirm();
    const { workspace } = firm;
    const sent = await sendRequest({ requester: firm.nora, workspace });
    await upload(sent.recipient, sent.item.id);
    expectRefusal(await firm.idris.rpc("workspace_contents", { workspace }), 403, "workspace.role");
    expectRefusal(await firm.idris.rpc("delete_workspace", { workspace }), 403, "workspace.role");
    expect(granted(await firm.nora.rpc("workspace_contents", { workspace }))).toEqual([
      { members: 3, requests: 1, files: 1 },
    ]);
    expectRefusal(await firm.nora.rpc("delete_workspace", { workspace }), 403, "proof.required");
    await proveAll(firm.nora);
    granted(await firm.nora.rpc("delete_workspace", { workspace }));
    expect(await adminRows("select from public.requests where workspace_id = $1", [workspace])).toEqual([]);
    expect(await statusOf(sent.recipient, sent.id)).toBe("none");
  });

  test("that requires two-factor can be joined without it, and shows nothing until it is set up", async () => {
    const { workspace, nora } = await foundFirm();
    const sam = await signUp("sam");
    const { token } = await invited(nora, workspace, sam.email);
    await requireSecondFactor(workspace);
    expect(granted(await accept(sam, token))).toBe(workspace);
    expectNotFound(await sam.rpc("workspace_members", { workspace }));
    expect(granted(await sam.rpc("my_access", {}))).toMatchObject([{ second_factor_required: true }]);
  });
});
