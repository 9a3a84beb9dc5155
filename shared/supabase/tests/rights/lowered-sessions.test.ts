import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { requireSecondFactor } from "./testing/cast.ts";
import { asAdmin } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import { type Person, signIn } from "./testing/people.ts";
import { prove } from "./testing/prove.ts";
import { get, sendRequest, statusOf, upload } from "./testing/requests.ts";

/** Another session of the user, raised to aal2 by its own factor. */
async function raised(person: Person): Promise<{ session: Person; factor: string }> {
  const factor = randomUUID();
  const session = await signIn(person, { aal: "aal2" });
  await asAdmin(async (query) => {
    await query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values ($1, $2, $3, 'totp', 'verified', 'ABCDEFGH', now(), now())`,
      [factor, person.userId, factor],
    );
    await query("update auth.sessions set factor_id = $1 where id = $2", [
      factor,
      session.claims["session_id"],
    ]);
  });
  return { session, factor };
}

async function remove(by: Person, factor: string): Promise<void> {
  await prove(by, "factors");
  granted(await by.knock(`/auth/v1/factors/${factor}`, { method: "DELETE" }));
}

test("removing an authenticator ends the access of its sessions at once, even with a valid token", async () => {
  const { id, recipient, item } = await sendRequest({});
  const file = await upload(recipient, item.id);
  const kept = await raised(recipient);
  const lost = await raised(recipient);
  expect(await statusOf(lost.session, id)).toBe("open");

  await remove(kept.session, lost.factor);
  expect(await statusOf(lost.session, id)).toBe("none");
  expect(await get(lost.session, file.object_key)).toMatchObject({ status: 400 });
  expect(await statusOf(kept.session, id)).toBe("open");
});

test("removing the last authenticator ends access to workspaces that require two factors", async () => {
  const { workspace, id, requester } = await sendRequest({});
  await requireSecondFactor(workspace);
  const only = await raised(requester);
  expect(await statusOf(only.session, id)).toBe("open");
  await remove(only.session, only.factor);
  expect(await statusOf(only.session, id)).toBe("none");
});
