import { systemClock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { listen, type Listening } from "../gateway/listen.ts";
import type { Log } from "../log.ts";
import { createStorage } from "../storage/storage.service.ts";
import type { StorageEnvironment } from "./storage-environment.ts";

/**
 * Storage on a port of its own, for a gateway that strips `/storage/v1`.
 *
 * @throws in words when the port is busy.
 */
export async function startStorage(
  { host, port, ...told }: Omit<StorageEnvironment, "connectionString" | "left">,
  given: { database: Database; log: Log },
): Promise<Listening> {
  const storage = createStorage({ ...told, ...given, clock: systemClock });
  return listen({ host, port, purpose: "Storage", fetch: (request) => storage.fetch(request) });
}
