import { once } from "node:events";
import { connect, createServer } from "node:net";

/** Free ports on this machine, each another one. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** A free port on this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  server.close();
  await once(server, "close");
  return address.port;
}

/** True if something accepts connections there. */
export async function isListening(port: number, host = "127.0.0.1"): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
