import { type ProviderId, providers } from "@sheaf/contract/providers";
import { deviceStore, tabStore } from "./browser-store.ts";

const own = ["code", "link", "password", "passkey"] as const;

export type SignInMethod = (typeof own)[number] | ProviderId;

const methods: readonly SignInMethod[] = [...own, ...providers.map(({ id }) => id)];
const key = "sheaf:sign-in-method";
const expectedKey = "sheaf:expected-method";

/** What worked last time in this browser; nobody's secret, so it stays after sign-out. */
export function lastMethod(): SignInMethod | undefined {
  return known(deviceStore.read(key));
}

export function rememberMethod(method: SignInMethod): void {
  deviceStore.write(key, method);
}

/** Somebody leaves this tab for a provider, and may come back by it. */
export function expectMethod(method: SignInMethod): void {
  tabStore.write(expectedKey, method);
}

/** Somebody came back to this tab signed in: by the provider they left for, or by the link in a mail. */
export function rememberArrival(): void {
  rememberMethod(known(tabStore.read(expectedKey)) ?? "link");
  forgetExpectedMethod();
}

/** Whoever asks for a mail, or comes back refused, is not on the way to the provider any more. */
export function forgetExpectedMethod(): void {
  tabStore.write(expectedKey, undefined);
}

function known(stored: string | null): SignInMethod | undefined {
  return methods.find((method) => method === stored);
}
