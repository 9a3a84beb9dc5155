import { ArrivalsCard } from "../../features/email-settings/arrivals-card.tsx";
import { StopAllCard } from "../../features/email-settings/stop-all-card.tsx";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import styles from "./settings.module.css";

export function Component() {
  const person = identityOf(useSession());
  return (
    <div className={styles["cards"]}>
      <PageTitle>Notifications</PageTitle>
      {person && <ArrivalsCard userId={person.userId} />}
      {person && <StopAllCard userId={person.userId} email={person.email} />}
    </div>
  );
}
