import { createMockServer } from "@sheaf/mocks/node";
import { afterAll, afterEach, beforeAll } from "vitest";

/** Where the page believes its platform to be. Nothing listens there. */
export const platformUrl = "http://platform.test";

/** The platform of one test file: it knows what the tests tell it and fails them for everything else. */
export function mockPlatform() {
  const platform = createMockServer(platformUrl);
  beforeAll(() => platform.listen());
  afterEach(() => platform.reset());
  afterAll(() => platform.close());
  return platform;
}
