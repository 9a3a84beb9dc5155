import { Hono } from "hono";
import { featureNotEnabled } from "../storage.errors.ts";

/** `/render/image/…`: refused by name, as the service does where its image transformations are off. */
export function renderImageRoute() {
  return new Hono().all("/render/image/*", () => {
    throw featureNotEnabled();
  });
}
