import type { MockServer } from "@sheaf/mocks/node";
import { restAnswers, rpcAnswers } from "@sheaf/mocks/handlers/rest";
import { screen, within } from "@testing-library/react";
import { authKnows, authOffers, type TestAccount } from "./auth-answers.ts";
import { renderApp } from "./render-app.tsx";
import { giveSessionCookie } from "./sessions.ts";
import { emptyInbox } from "./empty-inbox.ts";

/** Responses for the security page and its layout with this account. */
export function securityPageOf(
  account: TestAccount | (() => TestAccount) = {},
): Parameters<MockServer["use"]>[number][] {
  return [
    restAnswers({ table: "members", rows: [] }),
    ...emptyInbox,
    restAnswers({ table: "profiles", rows: [] }),
    rpcAnswers({ fn: "my_sessions", returns: [] }),
    rpcAnswers({ fn: "backup_codes_left", returns: 10 }),
    rpcAnswers({ fn: "create_backup_codes", returns: ["0a1b-2c3d-4e5f", "6g7h-8j9k-0m1n"] }),
    authOffers({ providers: ["github", "google"], passkeys: true }),
    authKnows(account),
  ];
}

/** Opens the security page with this account and finds one of its cards. */
export async function reachCard(
  platform: Pick<MockServer, "use">,
  name: string,
  account: TestAccount | (() => TestAccount) = {},
) {
  const first = typeof account === "function" ? account() : account;
  const hasFactor = first.factors?.some(({ status }) => status !== "unverified") ?? false;
  giveSessionCookie({ hasFactor, aal: first.aal ?? "aal1" });
  platform.use(...securityPageOf(account));
  const app = renderApp("/settings/security");
  // The first page of a run loads slowly while other tests use the machine.
  const card = within(await screen.findByRole("region", { name }));
  return { ...app, card };
}
