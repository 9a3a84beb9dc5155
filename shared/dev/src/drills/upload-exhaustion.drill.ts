import { runConcurrently } from "./run-concurrently.ts";
import type { Drill } from "./drill.model.ts";
import { type Account, type DrillPlatform, type DrillResponse, expectGranted } from "./drill-platform.ts";

const megabyte = 1024 * 1024;
const fileMegabytes = 2;
/** The quotas of a person's day and of a workspace, lowered so that the drill ends soon. Megabytes. */
const [perUploader, perWorkspace] = [20, 50];
const attackers = 4;

interface Scene {
  requester: Account;
  recipients: Account[];
  item: string;
}

/** A request that asks every attacker and one honest person for one item. */
async function openRequest({ newAccount, rpc, call }: DrillPlatform): Promise<Scene> {
  const requester = await newAccount();
  const recipients = await Promise.all(Array.from({ length: attackers + 1 }, newAccount));
  const workspace = expectGranted(
    await rpc(requester, "create_workspace", { name: "Okafor & Lind", display_name: "Nora" }),
  );
  const draft = {
    title: "Papers",
    message: "",
    due_on: null,
    recipients: recipients.map(({ email }) => ({ email, name: "" })),
    items: [{ title: "Passport", instructions: "", kind: "file", required: true, accepts: [] }],
  };
  const request = expectGranted(await rpc(requester, "create_request", { workspace, draft }));
  expectGranted(await rpc(requester, "send_request", { request }));
  const read = async (path: string) =>
    expectGranted(await call(`/rest/v1/${path}`, { method: "GET", token: requester.token })) as never;
  const [link] = (await read(`request_links?select=token&request_id=eq.${String(request)}`)) as {
    token: string;
  }[];
  const [item] = (await read(`items?select=id&request_id=eq.${String(request)}`)) as { id: string }[];
  for (const recipient of recipients) {
    expectGranted(await rpc(recipient, "join_request", { token: link?.token }));
  }
  return { requester, recipients, item: item?.id ?? "" };
}

export const uploadExhaustion: Drill = {
  name: "upload-exhaustion",
  attack: `${attackers} recipients of one request begin, upload and remove files of ${fileMegabytes} MB, 60 times each.`,
  async run(platform) {
    const { rpc, call, sql, diskUsed, memoryGrown } = platform;
    await sql("update private.quotas set most = $1 where name = 'uploader_bytes'", [perUploader * megabyte]);
    await sql("update private.quotas set most = $1 where name = 'workspace_bytes'", [
      perWorkspace * megabyte,
    ]);
    const { recipients, item } = await openRequest(platform);
    const honest = recipients.pop() as Account;
    const file = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(fileMegabytes * megabyte - 9, 32)]);
    const begin = (who: Account, size = file.length) =>
      rpc(who, "begin_upload", { item, name: "passport.pdf", size, mime: "application/pdf" });
    const send = async (who: Account, { body }: DrillResponse) => {
      const [row] = body as { file_id: string; object_key: string }[];
      const sent = await call(`/storage/v1/object/documents/${row?.object_key}`, {
        body: file,
        token: who.token,
      });
      await rpc(who, "remove_file", { file: row?.file_id });
      return sent.status === 200 ? 1 : 0;
    };

    const before = await diskUsed();
    await memoryGrown();
    const lies = await Promise.all(
      recipients.map(async (attacker) => {
        const begun = await begin(attacker, 1);
        expectGranted(begun);
        return send(attacker, begun);
      }),
    );
    const stored = await Promise.all(
      recipients.map((attacker) =>
        runConcurrently(60, 4, async () => {
          const begun = await begin(attacker);
          if (begun.status !== 200) return 0;
          return send(attacker, begun);
        }),
      ),
    );
    const memory = await memoryGrown();
    const perAttacker = stored.map((each) => each.reduce<number>((sum, one) => sum + one, 0) * fileMegabytes);
    const total = perAttacker.reduce((sum, each) => sum + each, 0);
    const disk = (await diskUsed()) - before;

    // The honest person has room again once the workspace's removed files are purged.
    await sql("update public.files set purged_at = now() where status = 'removed'");
    const own = await begin(honest);
    return [
      { what: "stored by one attacker", measured: Math.max(...perAttacker), unit: "MB", max: perUploader },
      {
        what: "stored at all, to show that the drill works",
        measured: total,
        unit: "MB",
        min: perUploader,
      },
      {
        what: "files larger than announced",
        measured: lies.filter((sent) => sent === 1).length,
        unit: "",
        max: 0,
      },
      {
        what: "stored by all attackers",
        measured: total,
        unit: "MB",
        max: perWorkspace,
      },
      { what: "disk", measured: disk, unit: "MB", max: perWorkspace + 20 },
      { what: "memory", measured: memory, unit: "MB", max: 300 },
      { what: "an honest upload after the purge", measured: own.status === 200 ? 1 : 0, unit: "", min: 1 },
    ];
  },
};
