import { request } from "node:http";
import type { Drill } from "./drill.model.ts";
import type { DrillPlatform } from "./drill-platform.ts";

const megabyte = 1024 * 1024;
const bodyMegabytes = 150;

/** Sends a body without a length, as fast as it is taken. @returns bytes that the platform let in, and its status. */
function send(url: string, headers: Record<string, string>): Promise<{ status: number; sent: number }> {
  return new Promise((resolve) => {
    const chunk = Buffer.alloc(64 * 1024, " ");
    let sent = 0;
    let status = 0;
    const call = request(url, { method: "POST", headers }, (response) => {
      status = response.statusCode ?? 0;
      response.resume();
      response.once("close", () => {
        call.destroy();
        resolve({ status, sent });
      });
    });
    call.once("error", () => resolve({ status, sent }));
    const push = () => {
      while (sent < bodyMegabytes * megabyte && !call.destroyed) {
        sent += chunk.length;
        if (!call.write(chunk)) return;
      }
      call.end();
    };
    call.on("drain", push);
    push();
  });
}

const targets: readonly (readonly [name: string, path: string])[] = [
  ["rows", "/rest/v1/rpc/peek_request"],
  ["Auth", "/auth/v1/otp"],
  ["a file without a row", "/storage/v1/object/documents/a/b/c/d"],
];

export const largeBodies: Drill = {
  name: "large-bodies",
  attack: `Sends ${bodyMegabytes} MB without an account, four times at once, to each service.`,
  async run({ platform, memoryGrown, call }: DrillPlatform) {
    const headers = { apikey: platform.anonKey, "content-type": "application/json" };
    const figures = [];
    for (const [name, path] of targets) {
      await memoryGrown();
      const sent = await Promise.all([1, 2, 3, 4].map(() => send(platform.url + path, headers)));
      figures.push(
        {
          what: `${name}: bodies let through`,
          measured: sent.filter(({ status }) => status < 400 && status > 0).length,
          unit: "" as const,
          max: 0,
        },
        {
          what: `${name}: most bytes taken of one body`,
          measured: Math.max(...sent.map((each) => each.sent)) / megabyte,
          unit: "MB" as const,
          max: 10,
        },
        { what: `${name}: memory`, measured: await memoryGrown(), unit: "MB" as const, max: 150 },
      );
    }
    const after = await call("/rest/v1/rpc/peek_request", { body: { token: "x" } });
    figures.push({
      what: "an honest call answered afterwards",
      measured: after.status === 200 ? 1 : 0,
      unit: "" as const,
      min: 1,
    });
    return figures;
  },
};
