import { type PackedRequest, toBundle } from "./bundle.models.ts";
import type { UnverifiedFiles } from "./archive.models.ts";
import type { Doers } from "./records.models.ts";

export const nobody: Doers = { sent: new Map(), decided: new Map() };

/** A bundle of requests of which nothing is recorded. */
export const bundleOf = (
  requests: readonly Pick<PackedRequest, "title" | "items">[],
  unverified?: UnverifiedFiles,
) =>
  toBundle(
    requests.map(({ title, items }) => ({ id: "r1", title, items, records: { history: [], receipts: [] } })),
    unverified,
  );
