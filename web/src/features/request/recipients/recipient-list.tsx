import { shownAddress } from "@sheaf/contract/shown-address";
import { type ReactNode, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Ellipsis, Plus } from "lucide-react";
import { pendingAccessOptions } from "../../../data/access-requests/pending-access.query.ts";
import { personName } from "../../../data/requests/people.models.ts";
import { invitationsEndOptions } from "../../../data/requests/invitations-end.query.ts";
import { useInviteRecipient } from "../../../data/requests/invite-recipient.mutation.ts";
import type { Request, Recipient } from "../../../data/requests/request.models.ts";
import { formatDate } from "../../../lib/dates.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Avatar } from "../../../ui/layout/avatar.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { AddressText } from "../../../ui/layout/address-text.tsx";
import { AccessRequestRow } from "./access-request-row.tsx";
import styles from "./recipient-list.module.css";
import { HelperRow } from "./helper-row.tsx";
import { hasLateInvitation, isWithoutEmail, recipientState } from "./recipient-state.models.ts";
import { RecipientDialog } from "./recipient-dialog.tsx";
import { RemoveRecipientDialog } from "./remove-recipient-dialog.tsx";

interface RecipientListProps {
  request: Request;
  now: Date;
  /** The button that copies the link. */
  copyLink: ReactNode;
  /** The menu with what else can be done with the link. */
  linkOptions: ReactNode;
}

type Open = { what: "add" } | { what: "correct" | "remove"; person: Recipient };

/**
 * People who may answer the request or some of its items: recipients can be added, corrected and removed, and people who
 * ask are added or declined.
 */
export function RecipientList({ request, now, copyLink, linkOptions }: RecipientListProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const pending = useQuery(pendingAccessOptions({ requestId: request.id }));
  const { people } = request;
  const lastInvitation = useQuery({
    ...invitationsEndOptions({ requestId: request.id }),
    enabled: hasLateInvitation(request, now),
  });
  const invite = useInviteRecipient();
  const toast = useToast();
  const close = () => setOpen(null);
  const sendLink = (person: Recipient) =>
    void whenDone(
      invite.mutateAsync({ recipientId: person.id }),
      () => toast({ message: `Emailing the link to ${personName(person)}`, tone: "success" }),
      (error) => toast({ message: errorSentences(error).what }),
    );

  return (
    <>
      <header className={styles["header"]}>
        <h2 id="request-people">People</h2>
        {copyLink}
        <Button
          size="small"
          variant="quiet"
          icon={<Plus aria-hidden="true" />}
          aria-label="Add recipient"
          title="Add recipient"
          onClick={() => setOpen({ what: "add" })}
        />
        {linkOptions}
      </header>
      <ul>
        {people.map((person) => (
          <li key={person.id} className={styles["person"]}>
            <Avatar name={personName(person)} />
            <div className={styles["who"]}>
              <b>
                <AddressText text={personName(person)} />
              </b>
              {person.name !== "" && (
                <span>
                  <AddressText text={shownAddress(person.email)} />
                </span>
              )}
              <span>{recipientState(person, { isInviting: request.isInviting, now })}</span>
              {person.promisedOn !== null && (
                <span className={styles["promised"]}>
                  <CalendarDays aria-hidden="true" /> Promised the rest by{" "}
                  <b>{formatDate(person.promisedOn, { now })}</b>
                </span>
              )}
            </div>
            <Menu
              label={`Options for ${personName(person)}`}
              variant="quiet"
              size="small"
              items={[
                ...(request.phase === "open" && !isWithoutEmail(person)
                  ? [
                      {
                        label: person.isInvited ? "Email the link again" : "Email the link",
                        onSelect: () => sendLink(person),
                      },
                    ]
                  : []),
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
        {request.helpers.map((helper) => (
          <HelperRow key={helper.id} helper={helper} request={request} now={now} />
        ))}
        {pending.data?.map((asking) => (
          <AccessRequestRow key={asking.id} asking={asking} />
        ))}
      </ul>
      {lastInvitation.data && (
        <p className={styles["waiting"]}>
          Some invitations wait: a workspace can email a limited number of new people a day. The last one
          leaves by {formatDate(lastInvitation.data, { now })}.
        </p>
      )}
      {open !== null && open.what !== "remove" && (
        <RecipientDialog
          key={open.what === "add" ? "new" : open.person.id}
          request={request}
          person={open.what === "correct" ? open.person : null}
          onClose={close}
        />
      )}
      {open?.what === "remove" && (
        <RemoveRecipientDialog request={request} person={open.person} onClose={close} />
      )}
    </>
  );
}
