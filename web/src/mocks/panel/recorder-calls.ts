import type { TapeAbout } from "@sheaf/mocks/tape/tape";

/** State at the start of a recording. */
export type Opening = Pick<TapeAbout, "startPath" | "session">;

/** @returns an error message; undefined when recording has started. */
export async function beginRecording(): Promise<string | undefined> {
  const response = await fetch("/recorder/begin", { method: "POST" });
  return response.ok ? undefined : await problemOf(response);
}

/** Saves the recording as a tape. After an error it can be saved again. */
export async function saveRecording(about: TapeAbout): Promise<{ saved: boolean; message: string }> {
  const response = await fetch("/recorder/save", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(about),
  });
  if (!response.ok) return { saved: false, message: await problemOf(response) };
  const { interactions } = (await response.json()) as { interactions: number };
  return {
    saved: true,
    message: `Saved as shared/mocks/tapes/${about.name}.json, with ${interactions} interactions.`,
  };
}

async function problemOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => ({}))) as { problem?: unknown };
  return typeof body.problem === "string" ? body.problem : `The recorder response is ${response.status}.`;
}
