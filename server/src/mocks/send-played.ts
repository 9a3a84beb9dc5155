import type { Response as Outgoing } from "express";

/** Sends a played response over a real connection. */
export async function sendPlayed(
  outgoing: Outgoing,
  played: Response,
  headers: Record<string, string> = {},
): Promise<void> {
  // Looks like an unreachable platform.
  if (played.type === "error") return void outgoing.destroy();
  outgoing
    .status(played.status)
    .set({ ...Object.fromEntries(played.headers), "cache-control": "no-store", ...headers })
    .end(Buffer.from(await played.arrayBuffer()));
}
