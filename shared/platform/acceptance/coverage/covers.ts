import { beforeEach } from "vitest";
import type { Endpoint } from "../../src/testing/endpoints.ts";

/**
 * Says which endpoints the specs of this file, or of this `describe`, are about; what they ask of others is only their
 * way there. A spec is listed in `COVERAGE.md` under those of them that it asked.
 */
export function covers(...endpoints: readonly Endpoint[]): void {
  beforeEach(({ task }) => {
    task.meta.covers = endpoints;
  });
}
