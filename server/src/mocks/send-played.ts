import type { Response as Outgoing } from "express";

/** Sends what was played over a real connection. */
export async function sendPlayed(
  outgoing: Outgoing,
  played: Response,
  headers: Record<string, string> = {},
): Promise<void> {
  // As a platform looks that cannot be reached.
  if (played.type === "error") return void outgoing.destroy();
  outgoing
    .status(played.status)
    .set({ ...Object.fromEntries(played.headers), "cache-control": "no-store", ...headers })
    .end(Buffer.from(await played.arrayBuffer()));
}
