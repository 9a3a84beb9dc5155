import { setTimeout as wait } from "node:timers/promises";
import { startTcpProxy, type TcpProxy } from "../../fixtures/tcp-proxy.ts";

/** Milliseconds of its rate that the link makes up for, because timers fire late. */
const allowanceMs = 20;

/** A link to a local server that has one upload speed for all its connections. Downloads aren't limited. */
export function startLink(options: {
  target: string;
  port: number;
  megabitsPerSecond: number;
}): Promise<TcpProxy> {
  const bytesPerMs = (options.megabitsPerSecond * 1_000_000) / 8 / 1000;
  let freeAt = 0;

  /** Resolves once the link has carried these bytes, after all before them. */
  const carry = async ({ length }: Buffer) => {
    freeAt = Math.max(freeAt, performance.now() - allowanceMs) + length / bytesPerMs;
    await wait(Math.max(0, freeAt - performance.now()));
  };
  return startTcpProxy({
    target: options.target,
    port: options.port,
    forward: (client, upstream) => {
      const forward = async (chunk: Buffer) => {
        client.pause();
        await carry(chunk);
        if (upstream.write(chunk)) client.resume();
        else upstream.once("drain", () => client.resume());
      };
      client.on("data", (chunk: Buffer) => void forward(chunk));
    },
  });
}
