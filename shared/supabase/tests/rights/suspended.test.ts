import { expect, test } from "vitest";
import { asAdmin } from "./testing/database.ts";
import { expectRefusal } from "./testing/expectations.ts";
import { get, sendRequest, statusOf, upload } from "./testing/requests.ts";

test.each([
  ["was suspended by the operator", "banned_until = now() + interval '1 day'"],
  ["was soft-deleted", "deleted_at = now()"],
])("an account that %s has no access from then on, even with a valid token", async (_, change) => {
  const { id, recipient, item } = await sendRequest({});
  const file = await upload(recipient, item.id);
  await asAdmin((query) => query(`update auth.users set ${change} where id = $1`, [recipient.userId]));

  expect(await statusOf(recipient, id)).toBe("none");
  expect(await get(recipient, file.object_key)).toMatchObject({ status: 400 });
  expectRefusal(await recipient.rpc("remove_file", { file: file.file_id }), 401, "session.required");
});

test("an account has access again after its suspension", async () => {
  const { id, recipient } = await sendRequest({});
  await asAdmin((query) =>
    query("update auth.users set banned_until = now() - interval '1 minute' where id = $1", [
      recipient.userId,
    ]),
  );
  expect(await statusOf(recipient, id)).toBe("open");
});
