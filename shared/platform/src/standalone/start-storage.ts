import { systemClock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { listen, type Listening } from "../gateway/listen.ts";
import type { Log } from "../log.ts";
import { createStorage } from "../storage/storage.service.ts";
import type { StorageEnvironment } from "./storage-environment.ts";

/**
 * Starts Storage on its own port, for a gateway that strips `/storage/v1`.
 *
 * @throws when the port is busy.
 */
export async function startStorage(
  { host, port, ...service }: Omit<StorageEnvironment, "connectionString" | "ignored">,
  given: { database: Database; log: Log },
): Promise<Listening> {
  const storage = createStorage({ ...service, ...given, clock: systemClock });
  return listen({ host, port, purpose: "Storage", fetch: (request) => storage.fetch(request) });
}
