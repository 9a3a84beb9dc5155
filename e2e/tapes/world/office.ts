import type { RequestDraft } from "@sheaf/contract/request-draft";
import { type Asked, sendRequest } from "./asked.ts";
import { nora, workspaceName } from "./people.ts";
import type { Person } from "./person.ts";
import { unwrap } from "./unwrap.ts";
import type { World } from "./world.ts";

/** Nora and her workspace. */
export interface Office {
  nora: Person;
  /** Writes a request and keeps it; returns its id. */
  draft: (draft: RequestDraft) => Promise<string>;
  /** Writes a request and sends it. */
  ask: (draft: RequestDraft) => Promise<Asked>;
}

export async function openOffice(world: World): Promise<Office> {
  const requester = await world.signIn(nora);
  const workspace = unwrap(
    await requester.client.rpc("create_workspace", { name: workspaceName, display_name: nora.name }),
  );
  const draft = async (written: RequestDraft) =>
    unwrap(await requester.client.rpc("create_request", { workspace, draft: { ...written } }));
  return {
    nora: requester,
    draft,
    ask: async (written) => sendRequest(requester, await draft(written)),
  };
}
