import { readConfig } from "@sheaf/platform/config";
import { productConfig } from "@sheaf/platform/product-files";
import { expect, test } from "vitest";
import { development } from "./compose-settings.ts";
import { readCompose } from "./read-compose.ts";

test("docker compose uses the row and file limits of the product settings", async () => {
  const { rest, storage } = await readConfig(productConfig);
  const { services } = await readCompose(development);
  expect(services["rest"]?.environment).toMatchObject({
    PGRST_DB_SCHEMAS: rest.schemas.join(","),
    PGRST_DB_EXTRA_SEARCH_PATH: rest.extraSearchPath.join(","),
    PGRST_DB_MAX_ROWS: String(rest.maxRows),
  });
  expect(services["storage"]?.environment).toMatchObject({ FILE_SIZE_LIMIT: String(storage.fileSizeLimit) });
  expect(services["sheaf"]?.environment).toMatchObject({ MAX_FILE_BYTES: String(storage.fileSizeLimit) });
});
