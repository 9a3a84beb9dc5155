import { expect, test } from "vitest";
import { asAdmin } from "./testing/database.ts";
import { expectRefusal } from "./testing/expectations.ts";
import { get, sendRequest, statusOf, upload } from "./testing/requests.ts";

test.each([
  ["was suspended by the operator", "banned_until = now() + interval '1 day'"],
  ["was deleted but for its row", "deleted_at = now()"],
])("an account that %s sees and does nothing from then on, whatever its token says", async (_, change) => {
  const { id, recipient, item } = await sendRequest({});
  const file = await upload(recipient, item.id);
  await asAdmin((query) => query(`update auth.users set ${change} where id = $1`, [recipient.userId]));

  expect(await statusOf(recipient, id)).toBe("none");
  expect(await get(recipient, file.object_key)).toMatchObject({ status: 400 });
  expectRefusal(await recipient.rpc("remove_file", { file: file.file_id }), 401, "session.required");
});

test("an account whose suspension is over is let in again", async () => {
  const { id, recipient } = await sendRequest({});
  await asAdmin((query) =>
    query("update auth.users set banned_until = now() - interval '1 minute' where id = $1", [
      recipient.userId,
    ]),
  );
  expect(await statusOf(recipient, id)).toBe("open");
});
