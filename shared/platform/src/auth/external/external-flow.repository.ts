import { randomUUID } from "node:crypto";
import type { Query } from "../../database/database.ts";
import type { CodeChallenge } from "../sessions/code-challenge.ts";
import type { ProviderName } from "./provider.model.ts";
import type { ProviderTokens } from "./provider-exchange.ts";

/** A provider sign-in in progress. `id` is the `state` that the provider repeats. */
export type ExternalFlow = {
  id: string;
  /** Null until the provider's callback. */
  user_id: string | null;
  /** Null if the session is returned in the fragment instead of a code. */
  auth_code: string | null;
  provider_type: string;
  referrer: string | null;
  linking_target_id: string | null;
  created_at: Date;
};

export async function startExternalFlow(
  query: Query,
  flow: {
    provider: ProviderName;
    redirectTo: string;
    codeChallenge: CodeChallenge | undefined;
    /** Account to link the identity to; undefined for a sign-in. */
    linkingTargetId: string | undefined;
    now: Date;
  },
): Promise<string> {
  const id = randomUUID();
  const { provider, redirectTo, codeChallenge, linkingTargetId, now } = flow;
  await query(
    `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge, provider_type,
       authentication_method, provider_access_token, provider_refresh_token, referrer, linking_target_id,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'oauth', '', '', $6, $7, $8, $8)`,
    [
      id,
      codeChallenge ? randomUUID() : null,
      codeChallenge?.method ?? null,
      codeChallenge?.challenge ?? null,
      provider,
      redirectTo,
      linkingTargetId ?? null,
      now,
    ],
  );
  return id;
}

/** @param id must be a UUID. */
export async function findExternalFlow(query: Query, id: string): Promise<ExternalFlow | undefined> {
  const { rows } = await query<ExternalFlow>(
    "select * from auth.flow_state where id = $1 and authentication_method = 'oauth'",
    [id],
  );
  return rows[0];
}

/** Marks the flow as used. Returns false for the second of two callbacks with one state. */
export async function claimExternalFlow(
  query: Query,
  claim: { id: string; userId: string; tokens: ProviderTokens; now: Date },
): Promise<boolean> {
  const { rows } = await query(
    `update auth.flow_state set user_id = $2, provider_access_token = $3, provider_refresh_token = $4,
       auth_code_issued_at = $5, updated_at = $5
     where id = $1 and user_id is null returning id`,
    [claim.id, claim.userId, claim.tokens.access_token, claim.tokens.refresh_token, claim.now],
  );
  return rows.length > 0;
}
