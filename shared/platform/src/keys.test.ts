import { localPlatform } from "@sheaf/contract/local-platform";
import { expect, test } from "vitest";
import { readConfig } from "./config/config.ts";
import { localKeys } from "./keys.ts";
import { productConfig } from "./product-files.ts";

test("default settings match the local platform's address and key", async () => {
  const { ports } = await readConfig(productConfig);
  expect(localPlatform).toEqual({
    url: `http://127.0.0.1:${ports.gateway}`,
    publishableKey: localKeys.publishable,
  });
});
