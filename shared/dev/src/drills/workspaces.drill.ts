import { quotas } from "@sheaf/contract/limits";
import { runConcurrently } from "./run-concurrently.ts";
import type { Drill } from "./drill.model.ts";
import type { DrillPlatform } from "./drill-platform.ts";

const calls = 1000;

export const workspaces: Drill = {
  name: "workspaces",
  attack: `Creates ${calls} workspaces with one account, eight at once.`,
  async run({ newAccount, rpc, sql, diskUsed, memoryGrown }: DrillPlatform) {
    const attacker = await newAccount();
    const before = await diskUsed();
    await memoryGrown();
    const began = performance.now();
    const statuses = await runConcurrently(calls, 8, async (n) => {
      const args = { name: `Workspace ${n}`, display_name: "Mallory" };
      return (await rpc(attacker, "create_workspace", args)).status;
    });
    const seconds = (performance.now() - began) / 1000;
    const [row] = await sql("select count(*)::int as count from public.workspaces");
    const memory = await memoryGrown();
    const honest = await newAccount();
    const own = await rpc(honest, "create_workspace", { name: "Okafor & Lind", display_name: "Nora" });
    return [
      {
        what: "workspaces created",
        measured: statuses.filter((status) => status === 200).length,
        unit: "",
        max: quotas.workspaces,
      },
      { what: "rows left behind", measured: Number(row?.["count"]), unit: "", max: quotas.workspaces },
      { what: "disk", measured: (await diskUsed()) - before, unit: "MB", max: 4 },
      { what: "memory", measured: memory, unit: "MB", max: 300 },
      { what: "time", measured: seconds, unit: "s" },
      { what: "an honest account's own workspace", measured: own.status === 200 ? 1 : 0, unit: "", min: 1 },
    ];
  },
};
