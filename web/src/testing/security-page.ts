import type { MockServer } from "@sheaf/mocks/node";
import { restAnswers, rpcAnswers } from "@sheaf/mocks/handlers/rest";
import { screen, within } from "@testing-library/react";
import { authKnows, authOffers, type TestAccount } from "./auth-answers.ts";
import { renderApp } from "./render-app.tsx";
import { giveSessionCookie } from "./sessions.ts";

/** What the security page and the frame around it ask for, for an account like this one. */
export function securityPageOf(
  account: TestAccount | (() => TestAccount) = {},
): Parameters<MockServer["use"]>[number][] {
  return [
    restAnswers({ table: "members", rows: [] }),
    restAnswers({ table: "recipients", rows: [] }),
    restAnswers({ table: "profiles", rows: [] }),
    rpcAnswers({ fn: "my_sessions", returns: [] }),
    authOffers({ providers: ["github", "google"], passkeys: true }),
    authKnows(account),
  ];
}

/** Opens the security page with such an account, at one of its cards. */
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
  // The first page of a run loads its parts while other tests use the machine.
  const card = within(await screen.findByRole("region", { name }));
  return { ...app, card };
}
