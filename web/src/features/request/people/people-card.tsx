import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Plus } from "lucide-react";
import { pendingAccessOptions } from "../../../data/access-requests/pending-access.query.ts";
import { personName } from "../../../data/requests/people.models.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import type { Person } from "../../../data/requests/request-summary.models.ts";
import { formatWhenShort } from "../../../lib/dates.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Avatar } from "../../../ui/layout/avatar.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { AccessRequestRow } from "./access-request-row.tsx";
import styles from "./people-card.module.css";
import { PersonDialog } from "./person-dialog.tsx";
import { RemovePersonDialog } from "./remove-person-dialog.tsx";

interface PeopleCardProps {
  request: Request;
  now: Date;
}

type Open = { what: "add" } | { what: "correct" | "remove"; person: Person };

/** Who may answer the request: recipients can be added, corrected and removed, and people who ask are added or declined. */
export function PeopleCard({ request, now }: PeopleCardProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const pending = useQuery(pendingAccessOptions({ requestId: request.id }));
  const { people } = request;
  const close = () => setOpen(null);

  return (
    <>
      <Card className={styles["card"]}>
        <ul>
          {people.map((person) => (
            <li key={person.id} className={styles["person"]}>
              <Avatar name={personName(person)} />
              <div className={styles["who"]}>
                <b>{personName(person)}</b>
                {person.name !== "" && <span>{person.email}</span>}
                <span>
                  {person.lastSeenAt === null
                    ? "Has not opened it"
                    : `Last here ${formatWhenShort(person.lastSeenAt, { now })}`}
                </span>
              </div>
              <Menu
                label={`Options for ${personName(person)}`}
                variant="quiet"
                size="small"
                items={[
                  { label: "Correct address", onSelect: () => setOpen({ what: "correct", person }) },
                  ...(people.length > 1
                    ? [
                        {
                          label: "Remove",
                          onSelect: () => setOpen({ what: "remove" as const, person }),
                          danger: true,
                        },
                      ]
                    : []),
                ]}
              >
                <Ellipsis aria-hidden="true" />
              </Menu>
            </li>
          ))}
          {pending.data?.map((asking) => (
            <AccessRequestRow key={asking.id} asking={asking} />
          ))}
        </ul>
        <Button size="small" variant="quiet" icon={<Plus />} onClick={() => setOpen({ what: "add" })}>
          Add recipient
        </Button>
      </Card>
      {open !== null && open.what !== "remove" && (
        <PersonDialog
          key={open.what === "add" ? "new" : open.person.id}
          request={request}
          person={open.what === "correct" ? open.person : null}
          onClose={close}
        />
      )}
      {open?.what === "remove" && (
        <RemovePersonDialog request={request} person={open.person} onClose={close} />
      )}
    </>
  );
}
