import { providers } from "@sheaf/contract/providers";
import { lastMethod, type SignInMethod } from "../../../lib/auth/sign-in-method.ts";
import { useHydrated } from "../../../lib/use-hydrated.ts";
import styles from "../sign-in.module.css";

export function LastMethod() {
  const method = useHydrated() ? lastMethod() : undefined;
  return method ? <p className={styles["hint"]}>{lastMethodText(method)}</p> : null;
}

function lastMethodText(method: SignInMethod): string {
  if (method === "code") return "Last time you signed in here with an emailed code.";
  if (method === "link") return "Last time you signed in here with an emailed link.";
  if (method === "password") return "Last time you signed in here with your password.";
  if (method === "passkey") return "Last time you signed in here with a passkey.";
  const name = providers.find(({ id }) => id === method)?.name ?? "";
  return `Last time you signed in here with ${name}.`;
}
