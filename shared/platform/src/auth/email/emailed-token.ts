import type { AuthDeps, Unit } from "../auth.deps.ts";
import { hashOfCode, newCode, pkcePrefix } from "./one-time-code.ts";
import { replaceOneTimeToken, type OneTimeTokenType } from "./one-time-token.repository.ts";
import type { LinkType } from "./link-type.ts";
import type { UserRow } from "../accounts/user.model.ts";

/** Result of following the link: a session in the fragment, or a code for the browser that requested it. */
export interface LinkOptions {
  redirectTo: string;
  exchange: boolean;
}

/** Proof of an address: the code to type, and its hash for the link. */
export interface Token {
  code: string;
  hash: string;
}

/** Creates a code for an address and stores its hash. @param input.to the address to confirm. */
export async function createToken(
  deps: AuthDeps,
  unit: Unit,
  input: { user: Pick<UserRow, "id">; type: OneTimeTokenType; to: string; options: LinkOptions },
): Promise<Token> {
  const { user, type, to, options } = input;
  const code = newCode(deps.settings.email.otpLength);
  const hash = (options.exchange ? pkcePrefix : "") + hashOfCode(to, code);
  await replaceOneTimeToken(unit.query, { userId: user.id, type, hash, relatesTo: to }, unit.now);
  return { code, hash };
}

/** Address of the emailed link. */
export function linkUrl(deps: AuthDeps, token: Token, type: LinkType, { redirectTo }: LinkOptions): string {
  // As in the service, the target is encoded only if it would break the link.
  const target = /[&=#]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo;
  return `${deps.externalUrl}/verify?token=${token.hash}&type=${type}&redirect_to=${target}`;
}
