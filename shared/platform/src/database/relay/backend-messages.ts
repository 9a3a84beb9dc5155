/** Messages that the relay itself sends to a PostgreSQL client. */

/** Tells a client that requests encryption to continue without it. */
export const noEncryption = Buffer.from("N");

/** An error that ends the connection. `code` is an SQLSTATE. */
export function fatalError(code: string, message: string): Buffer {
  const fields = [`SFATAL`, `VFATAL`, `C${code}`, `M${message}`].map((field) => `${field}\0`).join("");
  return framed("E", Buffer.from(`${fields}\0`));
}

/** A simple query as a client sends it. */
export function simpleQuery(sql: string): Buffer {
  return framed("Q", Buffer.from(`${sql}\0`));
}

/** The packet that opens a connection as `user`. */
export function startupPacket(user: string): Buffer {
  const body = Buffer.from(`\0\u0003\0\0user\0${user}\0database\0postgres\0\0`);
  const packet = Buffer.alloc(body.length + 4);
  packet.writeUInt32BE(packet.length, 0);
  body.copy(packet, 4);
  return packet;
}

/** Transaction state from the last bytes of a batch's response; undefined if the response is incomplete. */
export function readyState(tail: Buffer): "idle" | "in transaction" | undefined {
  if (tail.length !== 6 || tail[0] !== 0x5a || tail.readUInt32BE(1) !== 5) return undefined;
  return tail[5] === 0x49 ? "idle" : "in transaction";
}

/** The first error in the engine's response. */
export function firstError(bytes: Buffer): { code: string; message: string } | undefined {
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (bytes[at] !== 0x45) continue;
    const fields = bytes
      .subarray(at + 5, at + 1 + bytes.readUInt32BE(at + 1))
      .toString("utf8")
      .split("\0");
    const field = (letter: string) => fields.find((text) => text.startsWith(letter))?.slice(1) ?? "";
    return { code: field("C"), message: field("M") };
  }
  return undefined;
}

function framed(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
