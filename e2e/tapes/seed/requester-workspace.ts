import type { RequestDraft } from "@sheaf/contract/request-draft";
import { type SentRequest, sendRequest } from "../../seed/sent-request.ts";
import { nora, workspaceName } from "./people.ts";
import type { Person } from "../../seed/person.ts";
import { unwrap } from "../../seed/unwrap.ts";
import type { SeedData } from "./seed-data.ts";

/** A signed-in requester, Nora, and her workspace. */
export interface RequesterWorkspace {
  nora: Person;
  id: string;
  /** Saves a draft and returns its id. */
  draft: (draft: RequestDraft) => Promise<string>;
  /** Saves a template and returns its id. */
  template: (draft: RequestDraft, dueAfterDays: number) => Promise<string>;
  /** Creates and sends a request. */
  send: (draft: RequestDraft) => Promise<SentRequest>;
}

export async function createRequesterWorkspace(seed: SeedData): Promise<RequesterWorkspace> {
  const requester = await seed.signIn(nora);
  const workspace = unwrap(
    await requester.client.rpc("create_workspace", { name: workspaceName, display_name: nora.name }),
  );
  const draft = async (written: RequestDraft) =>
    unwrap(await requester.client.rpc("create_request", { workspace, draft: { ...written } }));
  return {
    nora: requester,
    id: workspace,
    draft,
    template: async (written, dueAfterDays) =>
      unwrap(
        await requester.client.rpc("create_template", {
          workspace,
          draft: { ...written, due_after_days: dueAfterDays },
        }),
      ),
    send: async (written) => sendRequest(requester, await draft(written)),
  };
}
