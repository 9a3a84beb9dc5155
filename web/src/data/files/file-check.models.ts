import type { Row } from "@sheaf/contract/database";

/** The worker reads each stored file once: until then, it is being checked. Damaged files must be sent again. */
export type FileCheck = "checking" | "verified" | "damaged";

export function toFileCheck({
  checked_at,
  damaged,
}: Pick<Row<"files">, "checked_at" | "damaged">): FileCheck {
  if (checked_at === null) return "checking";
  return damaged ? "damaged" : "verified";
}
