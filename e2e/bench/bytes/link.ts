import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** How much of a late start a link may catch up on, in milliseconds: a timer wakes up late. */
const allowanceMs = 20;

/**
 * A TCP proxy in front of a local server, whose connections together carry so much towards it. What comes back is not
 * limited.
 */
export async function startLink(options: {
  target: string;
  port: number;
  megabitsPerSecond: number;
}): Promise<{ url: string; stop(): Promise<void> }> {
  const target = new URL(options.target);
  const bytesPerMs = (options.megabitsPerSecond * 1_000_000) / 8 / 1000;
  const sockets = new Set<Socket>();
  let freeAt = 0;

  /** Resolves once the link has carried these bytes behind all before them. */
  const carry = async ({ length }: Buffer) => {
    freeAt = Math.max(freeAt, performance.now() - allowanceMs) + length / bytesPerMs;
    await wait(Math.max(0, freeAt - performance.now()));
  };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    upstream.pipe(client);
    const forward = async (chunk: Buffer) => {
      client.pause();
      await carry(chunk);
      if (upstream.write(chunk)) client.resume();
      else upstream.once("drain", () => client.resume());
    };
    client.on("data", (chunk: Buffer) => void forward(chunk));
  });
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${options.port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
