import { blobsPath, type ListedTape, tapesPath } from "@sheaf/mocks/run";
import type { ReadBlob } from "@sheaf/mocks/tape/respond";
import { formatTape, type Tape } from "@sheaf/mocks/tape/tape";
import { Router } from "express";
import { noStore } from "../middleware/no-store.ts";

/** The tapes that a QA build plays. */
export interface MocksLibrary {
  names: () => Promise<string[]>;
  listTapes: () => Promise<ListedTape[]>;
  readTape: (name: string) => Promise<Tape>;
  readBlob: ReadBlob;
}

/** `GET /mocks/tapes`, `/mocks/tapes/:name` and `/mocks/blobs/:sha256`: the page's way to the tapes. */
export function tapesRoute({ names, listTapes, readTape, readBlob }: MocksLibrary): Router {
  return Router()
    .get(tapesPath, noStore, async (_request, response) => {
      response.json(await listTapes());
    })
    .get(`${tapesPath}/:name`, noStore, async ({ params }, response) => {
      const name = String(params["name"]);
      if ((await names()).includes(name)) response.type("json").send(formatTape(await readTape(name)));
      // A browser logs each 404 as an error, and asking for a tape that isn't recorded is none.
      else response.status(204).end();
    })
    .get(`${blobsPath}/:sha256`, async ({ params: { sha256 } }, response) => {
      const bytes = /^[0-9a-f]{64}$/.test(sha256) ? await readBlob(sha256).catch(() => undefined) : undefined;
      if (bytes) response.type("application/octet-stream").send(Buffer.from(bytes));
      else response.status(404).json({ error: "There is no such file beside the tapes." });
    });
}
