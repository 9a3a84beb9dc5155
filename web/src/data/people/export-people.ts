import type { Database } from "@sheaf/contract/database";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";

export type ExportedPerson = Database["public"]["Functions"]["export_people"]["Returns"][number];

/** Rows of one page. */
const perPage = 500;

/** Everyone a workspace has asked, by name. Read page after page, so a large workspace takes several requests. */
export async function exportPeople({ workspaceId }: { workspaceId: string }): Promise<ExportedPerson[]> {
  const people: ExportedPerson[] = [];
  for (;;) {
    const after = people.at(-1)?.position;
    const { data, error } = await dataClient().rpc(
      "export_people",
      { workspace: workspaceId, ...(after !== undefined && { after }) },
      { get: true },
    );
    if (error) throw toAppError(error);
    people.push(...data);
    if (data.length < perPage) return people;
  }
}
