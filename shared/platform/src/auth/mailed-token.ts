import type { AuthDeps, Unit } from "./auth.deps.ts";
import { hashOfCode, newCode, pkcePrefix } from "./one-time-code.ts";
import { replaceOneTimeToken, type OneTimeTokenType } from "./one-time-token.repository.ts";
import type { UserRow } from "./user.model.ts";

/** How a mailed link ends: with a session in its fragment, or with a code that the asking browser exchanges. */
export interface LinkWish {
  redirectTo: string;
  exchange: boolean;
}

/** `type` of a link, which its verification repeats. */
export type LinkType = "signup" | "magiclink" | "recovery" | "invite" | "email_change";

/** What proves an address: the code for typing, and its hash for the link. */
export interface Token {
  code: string;
  hash: string;
}

/** Makes the code for an address and keeps its hash. @param wanted.to the address that is to prove itself. */
export async function newToken(
  deps: AuthDeps,
  unit: Unit,
  wanted: { user: UserRow; type: OneTimeTokenType; to: string; wish: LinkWish },
): Promise<Token> {
  const { user, type, to, wish } = wanted;
  const code = newCode(deps.settings.email.otpLength);
  const hash = (wish.exchange ? pkcePrefix : "") + hashOfCode(to, code);
  await replaceOneTimeToken(unit.query, { userId: user.id, type, hash, relatesTo: to }, unit.now);
  return { code, hash };
}

/** Where following the link leads first. */
export function linkTo(deps: AuthDeps, token: Token, type: LinkType, { redirectTo }: LinkWish): string {
  // The service encodes the target only where it would break the link apart.
  const target = /[&=#]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo;
  return `${deps.externalUrl}/verify?token=${token.hash}&type=${type}&redirect_to=${target}`;
}
