import { beforeEach } from "vitest";
import type { Endpoint } from "../../src/testing/endpoints.ts";

/**
 * Declares the endpoints that the specs of this file or `describe` are about; requests to others are only setup.
 * `COVERAGE.md` counts a spec for the declared endpoints that it requested.
 */
export function covers(...endpoints: readonly Endpoint[]): void {
  beforeEach(({ task }) => {
    task.meta.covers = endpoints;
  });
}
