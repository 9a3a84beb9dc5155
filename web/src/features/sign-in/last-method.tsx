import { providers } from "@sheaf/contract/providers";
import { lastMethod, type SignInMethod } from "../../lib/sign-in-method.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import styles from "./sign-in.module.css";

/** How somebody came in here last time, so that nobody has to remember it. */
export function LastMethod() {
  const method = useHydrated() ? lastMethod() : undefined;
  return method ? <p className={styles["hint"]}>{words(method)}</p> : null;
}

function words(method: SignInMethod): string {
  if (method === "code") return "Last time you typed the code from the mail here.";
  if (method === "link") return "Last time you opened the link in the mail here.";
  if (method === "password") return "Last time you used your password here.";
  if (method === "passkey") return "Last time you used a passkey here.";
  const name = providers.find(({ id }) => id === method)?.name ?? "";
  return `Last time you continued with ${name} here.`;
}
