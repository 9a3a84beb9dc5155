import { createStack } from "@sheaf/platform/stack";
import { expect, onTestFinished, test } from "vitest";
import { purgeOnce } from "./purge-once.ts";

function purge(script: string) {
  const stack = createStack();
  onTestFinished(() => stack.unwind());
  return purgeOnce({ entrypoint: ["sh", "-c", script], image: "/tmp", env: { WORD: "passed" }, stack });
}

test("the purge job's loop is stopped after its first run, whose line is returned", async () => {
  const loop = 'trap "exit 0" TERM; while true; do echo "$WORD in /sheaf"; sleep 0.1; done';
  expect(await purge(loop)).toBe("passed in /tmp");
});

test("a loop that ends by itself is an error", async () => {
  await expect(purge("exit 4")).rejects.toThrow("purge ended with exit code 4");
});
