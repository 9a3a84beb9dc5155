import { pages } from "@sheaf/contract/pages";
import { useId } from "react";
import type { Person } from "../../data/people/person.models.ts";
import { Link } from "../../lib/navigation.tsx";
import { AddressText } from "../../ui/layout/address-text.tsx";
import { Avatar } from "../../ui/layout/avatar.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./person.module.css";
import { viewHref } from "./view.models.ts";

/** As many as a request can go to. */
const maxShown = 20;

/** The household or company of a person, and its other people. */
export function PersonClient({ person }: { person: Person }) {
  const id = useId();
  const { client, clientPeople } = person;
  if (client === "") return null;
  const everyone = viewHref({ tab: "everyone", search: client });
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Client</h2>
      <Card className={styles["panel"]}>
        <p className={styles["client"]}>
          <Link to={everyone}>
            <UserText>{client}</UserText>
          </Link>
        </p>
        {clientPeople.length === 0 && <p className={styles["small"]}>Nobody else yet.</p>}
        <ul>
          {clientPeople.slice(0, maxShown).map((other) => (
            <li key={other.id} className={styles["companion"]}>
              <Avatar name={other.label} />
              <div>
                <Link to={pages.person.href({ id: other.id })}>
                  <AddressText text={other.label} />
                </Link>
              </div>
            </li>
          ))}
        </ul>
        {clientPeople.length > maxShown && (
          <p className={styles["small"]}>
            and <Link to={everyone}>others</Link>
          </p>
        )}
      </Card>
    </section>
  );
}
