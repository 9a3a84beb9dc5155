import type { Drill } from "./drill.model.ts";
import { type Account, type DrillPlatform, expectGranted } from "./drill-platform.ts";

const megabyte = 1024 * 1024;
const items = 100;

/** The largest draft that a free account may write. @returns its id. */
async function writeDraft({ rpc }: DrillPlatform, account: Account): Promise<string> {
  const workspace = expectGranted(
    await rpc(account, "create_workspace", { name: "Okafor & Lind", display_name: "Mallory" }),
  );
  const draft = {
    title: "Papers",
    message: "",
    due_on: null,
    recipients: [],
    items: Array.from({ length: items }, (_, n) => ({
      title: `Passport ${n}`,
      instructions: "x".repeat(1000),
      kind: "file",
      required: true,
      accepts: [],
    })),
  };
  return String(expectGranted(await rpc(account, "create_request", { workspace, draft })));
}

export const nestedEmbeds: Drill = {
  name: "nested-embeds",
  attack: `Reads a request of ${items} items with each item's request, that request's items, and so on, in a few hundred bytes.`,
  async run(platform) {
    const { newAccount, rpc, memoryGrown } = platform;
    const [attacker, honest] = [await newAccount(), await newAccount()];
    const id = await writeDraft(platform, attacker);
    const read = async (path: string) => {
      const began = performance.now();
      const response = await fetch(`${platform.platform.url}/rest/v1/${path}`, {
        headers: { apikey: platform.platform.anonKey, authorization: `Bearer ${attacker.token}` },
      });
      const bytes = (await response.arrayBuffer()).byteLength;
      return { status: response.status, bytes, seconds: (performance.now() - began) / 1000 };
    };
    const ofItems = `items?request_id=eq.${id}&select=`;
    const attacks = [
      `${ofItems}*,requests(*,items(*,requests(*,items(*))))`,
      `${ofItems}*,requests(*,items(*))`,
      `${ofItems}*,a:requests(*,b:items(*))`,
      `${ofItems}*,...requests(c:items(*))`,
      `requests?id=eq.${id}&select=${Array.from({ length: 40 }, () => "items(*)").join(",")}`,
    ];
    await memoryGrown();
    const began = performance.now();
    const attacking = Promise.all(attacks.map(read));
    const honestCall = await rpc(honest, "my_sessions", {});
    const honestWaited = (performance.now() - began) / 1000;
    const answers = await attacking;
    const memory = await memoryGrown();
    const own = await read(
      `requests?id=eq.${id}&select=id,title,items(id,title,instructions,files(id,name)),events(kind,items(title))`,
    );
    return [
      {
        what: "such queries let through",
        measured: answers.filter(({ status }) => status !== 400).length,
        unit: "",
        max: 0,
      },
      {
        what: "most bytes for one of them",
        measured: Math.max(...answers.map(({ bytes }) => bytes)) / megabyte,
        unit: "MB",
        max: 1,
      },
      {
        what: "longest time for one of them",
        measured: Math.max(...answers.map(({ seconds }) => seconds)),
        unit: "s",
        max: 1,
      },
      { what: "another account answered", measured: honestCall.status === 200 ? 1 : 0, unit: "", min: 1 },
      { what: "another account waited", measured: honestWaited, unit: "s", max: 1 },
      { what: "memory", measured: memory, unit: "MB", max: 100 },
      {
        what: "the product's own query answered",
        measured: own.status === 200 && own.bytes > items * 1000 ? 1 : 0,
        unit: "",
        min: 1,
      },
    ];
  },
};
