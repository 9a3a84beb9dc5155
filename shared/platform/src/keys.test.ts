import { localPlatform } from "@sheaf/contract/local-platform";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { localKeys } from "./keys.ts";
import { productConfig } from "./platform.ts";

test("a page or sidecar without settings finds the local platform and is let in", async () => {
  const { ports } = await readConfig(productConfig);
  expect(localPlatform).toEqual({
    url: `http://127.0.0.1:${ports.gateway}`,
    publishableKey: localKeys.publishable,
  });
});
