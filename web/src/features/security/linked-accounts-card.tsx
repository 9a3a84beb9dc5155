import { useQuery } from "@tanstack/react-query";
import { signInSettingsOptions } from "../../data/sign-in-settings/sign-in-settings.query.ts";
import { AccountCard } from "./account-card.tsx";
import { LinkedAccounts } from "./linked-accounts.tsx";

/** Accounts elsewhere that open this one. Not there where the site has switched none on. */
export function LinkedAccountsCard() {
  const { data: settings } = useQuery(signInSettingsOptions());
  if (!settings || settings.providers.length === 0) return null;
  return (
    <AccountCard
      title="Linked accounts"
      text="Sign in with an account that you have elsewhere."
      rows={settings.providers.length}
    >
      {(account) => <LinkedAccounts providers={settings.providers} account={account} />}
    </AccountCard>
  );
}
