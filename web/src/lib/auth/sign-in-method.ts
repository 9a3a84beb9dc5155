import { type ProviderId, providers } from "@sheaf/contract/providers";
import { deviceStore, tabStore } from "../browser-store.ts";

const own = ["code", "link", "password", "passkey"] as const;

export type SignInMethod = (typeof own)[number] | ProviderId;

const methods: readonly SignInMethod[] = [...own, ...providers.map(({ id }) => id)];
const key = "sheaf:sign-in-method";
const expectedKey = "sheaf:expected-method";

/** Last successful method in this browser. Not sensitive, so it survives sign-out. */
export function lastMethod(): SignInMethod | undefined {
  return known(deviceStore.read(key));
}

export function rememberMethod(method: SignInMethod): void {
  deviceStore.write(key, method);
}

/** Saves the provider before redirecting to it. */
export function expectMethod(method: SignInMethod): void {
  tabStore.write(expectedKey, method);
}

/** Saves the method after a redirect back: the expected provider, or an emailed link. */
export function rememberArrival(): void {
  rememberMethod(known(tabStore.read(expectedKey)) ?? "link");
  forgetExpectedMethod();
}

/** Clears the expected provider after requesting an email or returning with an error. */
export function forgetExpectedMethod(): void {
  tabStore.write(expectedKey, undefined);
}

function known(stored: string | null): SignInMethod | undefined {
  return methods.find((method) => method === stored);
}
