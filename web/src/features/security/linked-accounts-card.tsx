import { useQuery } from "@tanstack/react-query";
import { signInSettingsOptions } from "../../data/sign-in-settings/sign-in-settings.query.ts";
import { AccountCard } from "./account-card.tsx";
import { LinkedAccounts } from "./linked-accounts.tsx";

/** Hidden if no provider is configured. */
export function LinkedAccountsCard() {
  const { data: settings } = useQuery(signInSettingsOptions());
  if (!settings || settings.providers.length === 0) return null;
  return (
    <AccountCard
      title="Linked accounts"
      text="Sign in with an account from another service. Only an account with the same email address can be linked."
      rows={settings.providers.length}
    >
      {(account) => <LinkedAccounts providers={settings.providers} account={account} />}
    </AccountCard>
  );
}
