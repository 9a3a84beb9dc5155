import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { displayNameOptions } from "../../data/profile/my-profile.query.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Avatar } from "../../ui/layout/avatar.tsx";
import styles from "./app-layout.module.css";

// A page is usable without it.
const AccountMenu = lazy(async () => ({ default: (await import("./account-menu.tsx")).AccountMenu }));

/** The signed-in user's name, and the menu behind it once that has loaded. */
export function Account() {
  const identity = identityOf(useSession());
  const userId = identity?.userId ?? "";
  const { data: displayName } = useQuery({ ...displayNameOptions({ userId }), enabled: userId !== "" });
  const name = displayName || identity?.email || "";
  const content = (
    <>
      <Avatar name={name} size="small" />
      <span>{name}</span>
    </>
  );
  return (
    <Suspense fallback={<div className={styles["account"]}>{content}</div>}>
      <AccountMenu name={name} email={identity?.email}>
        {content}
      </AccountMenu>
    </Suspense>
  );
}
