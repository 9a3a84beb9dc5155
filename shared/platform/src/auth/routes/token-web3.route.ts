import { AuthError } from "../auth.errors.ts";

/** `grant_type=web3`: sign-in by wallet is off. */
export function refuseWallet(): Promise<never> {
  return Promise.reject(new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled"));
}
