import { expect, vi } from "vitest";
import { FakeService } from "./upload-service.fake.ts";
import { createUploadQueue } from "./upload-queue.ts";

export const pdf = (name: string, text = name) => new File([`%PDF-1.7 ${text}`], name);
export const chosen = (content: File, accepts: ("pdf" | "image")[] = []) => ({
  requestId: "r1",
  itemId: "i1",
  content,
  accepts,
  byMember: false,
});

/** For tests: an upload queue with a fake service. */
export function start(maxBytes = 10_000) {
  const service = new FakeService();
  const queue = createUploadQueue({ transport: service, now: () => 0, maxBytes: () => maxBytes });
  const states = () => queue.snapshot().map(({ phase }) => phase.state);
  const phase = (index = 0) => queue.snapshot()[index]?.phase;
  const settled = (count = 1) =>
    vi.waitFor(() => {
      const done = states().filter((state) => state === "stored" || state === "failed");
      expect(done).toHaveLength(count);
    });
  return { service, queue, states, phase, settled };
}
