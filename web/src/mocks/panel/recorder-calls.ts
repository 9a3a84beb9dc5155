import type { TapeAbout } from "@sheaf/mocks/tape/tape";

/** Where a recording begins. */
export type Opening = Pick<TapeAbout, "opens" | "session">;

/** @returns what went wrong, in a sentence; undefined when recording has begun. */
export async function beginRecording(): Promise<string | undefined> {
  const answer = await fetch("/recorder/begin", { method: "POST" });
  return answer.ok ? undefined : await problemOf(answer);
}

/** Keeps what was recorded as a tape. What is refused stays recorded, and can be saved again. */
export async function saveRecording(about: TapeAbout): Promise<{ saved: boolean; message: string }> {
  const answer = await fetch("/recorder/save", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(about),
  });
  if (!answer.ok) return { saved: false, message: await problemOf(answer) };
  const { takes } = (await answer.json()) as { takes: number };
  return { saved: true, message: `Saved as shared/mocks/tapes/${about.name}.json, with ${takes} takes.` };
}

async function problemOf(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => ({}))) as { problem?: unknown };
  return typeof body.problem === "string" ? body.problem : `The recorder answered with ${answer.status}.`;
}
