import { restAnswers, rpcAnswers } from "@sheaf/mocks/handlers/rest";
import { createMockServer } from "@sheaf/mocks/node";
import { HttpResponse, http } from "msw/http";
import { afterAll, afterEach, beforeAll } from "vitest";
import { accessIsComplete, authOffers, proofIsFresh, sessionIsValid } from "./auth-answers.ts";

/** Of a workspace that has changed none. */
const workspaceSettings = {
  accent: null,
  logo: null,
  zone: "UTC",
  retain_days: null,
  retain_sensitive_days: null,
  reminder_plan: { before: [7, 2, 0], every: 3, undated: 7, most: 6 },
  require_second_factor: false,
  second_factor_from: null,
};

/** Everybody may read every file. */
const filesOpen = (url: string) =>
  http.post(`${url}/rest/v1/rpc/open_files`, async ({ request }) => {
    const { files } = (await request.json()) as { files: string[] };
    return HttpResponse.json(files, { headers: { "access-control-allow-origin": "*" } });
  });

/** The page's configured platform URL. Nothing listens there. */
export const platformUrl = "http://platform.test";

/** Mock platform of one test file. A request without a handler fails the test. */
export function mockPlatform() {
  const platform = createMockServer(
    platformUrl,
    sessionIsValid,
    accessIsComplete,
    proofIsFresh,
    authOffers({}),
    rpcAnswers({ fn: "saved_reasons", returns: [] }),
    rpcAnswers({ fn: "request_branding", returns: [] }),
    rpcAnswers({
      fn: "request_retention",
      returns: [
        {
          days: null,
          sensitive_days: null,
          ended_at: null,
          erase_at: null,
          erased_at: null,
          deleted_at: null,
        },
      ],
    }),
    // Files whose deletion was asked for, and deleted ones.
    restAnswers({ table: "files", rows: [] }),
    restAnswers({ table: "workspaces", by: "workspace_settings", rows: [workspaceSettings] }),
    rpcAnswers({ fn: "workspace_members", returns: [] }),
    rpcAnswers({ fn: "workspace_tags", returns: [] }),
    rpcAnswers({ fn: "invitations_end_on", returns: null }),
    rpcAnswers({ fn: "update_leaves_at", returns: null }),
    rpcAnswers({ fn: "file_openings", returns: [] }),
    filesOpen,
  );
  beforeAll(() => platform.listen());
  afterEach(() => platform.reset());
  afterAll(() => platform.close());
  return platform;
}
