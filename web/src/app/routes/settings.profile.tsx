import { AddressCard } from "../../features/profile/address-card.tsx";
import { NameCard } from "../../features/profile/name-card.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import styles from "./settings.module.css";

export function Component() {
  const person = identityOf(useSession());
  return (
    <div className={styles["cards"]}>
      <PageTitle>Profile</PageTitle>
      {person && <NameCard userId={person.userId} />}
      {person && <AddressCard email={person.email} />}
    </div>
  );
}
