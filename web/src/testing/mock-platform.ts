import { createMockServer } from "@sheaf/mocks/node";
import { afterAll, afterEach, beforeAll } from "vitest";
import { authOffers, sessionStands } from "./auth-answers.ts";

/** Where the page believes its platform to be. Nothing listens there. */
export const platformUrl = "http://platform.test";

/** The platform of one test file: it knows what the tests tell it and fails them for everything else. */
export function mockPlatform() {
  const platform = createMockServer(platformUrl, sessionStands, authOffers({}));
  beforeAll(() => platform.listen());
  afterEach(() => platform.reset());
  afterAll(() => platform.close());
  return platform;
}
