import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AuthUser } from "../../data/auth-user/auth-user.models.ts";
import { authUserOptions } from "../../data/auth-user/auth-user.query.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { SettingRowsSkeleton } from "../../ui/layout/setting-rows.tsx";
import { CardFailure } from "./card-failure.tsx";

interface AccountCardProps {
  title: string;
  text: ReactNode;
  /** Rows of the skeleton. */
  rows?: number;
  children: (account: AuthUser) => ReactNode;
}

/** A card about the account as Auth knows it; all such cards share one query. */
export function AccountCard({ title, text, rows = 1, children }: AccountCardProps) {
  const userId = identityOf(useSession())?.userId ?? "";
  const account = useQuery({ ...authUserOptions({ userId }), enabled: userId !== "" });
  return (
    <SectionCard title={title} text={text} busy={account.isPending}>
      {account.data ? (
        children(account.data)
      ) : account.isError ? (
        <CardFailure error={account.error} onRetry={() => void account.refetch()} busy={account.isFetching} />
      ) : (
        <SettingRowsSkeleton rows={rows} />
      )}
    </SectionCard>
  );
}
