import { pages } from "@sheaf/contract/pages";
import { Ellipsis } from "lucide-react";
import type { ListedPerson } from "../../data/people/person.models.ts";
import { Link } from "../../lib/navigation.tsx";
import { rowLink } from "../../steps/lists/row-keys.ts";
import { TagList } from "../../steps/assignees-and-tags/tag-list.tsx";
import { Button, buttonClass } from "../../ui/forms/button.tsx";
import { AddressText } from "../../ui/layout/address-text.tsx";
import { Avatar } from "../../ui/layout/avatar.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { Segments } from "../../ui/status/segments.tsx";
import { VisuallyHidden } from "../../ui/theme/visually-hidden.tsx";
import styles from "./people.module.css";
import { openText, seenText, segmentsOf } from "./person-text.models.ts";
import { useCopyRequestLink } from "../../steps/lists/use-copy-request-link.ts";

interface PersonRowProps {
  person: ListedPerson;
  now: Date;
  onNewRequest: () => void;
  onEdit: () => void;
  onMerge: () => void;
}

/** One person: a table row on wide screens, a card on phones. All of it links to the person. */
export function PersonRow({ person, now, onNewRequest, onEdit, onMerge }: PersonRowProps) {
  const { label, unreached, requestId } = person;
  const open = openText(person, { now });
  const segments = segmentsOf(person.items);
  const copy = useCopyRequestLink();
  return (
    <article className={styles["row"]} aria-label={label}>
      <div className={styles["person"]}>
        <Avatar name={label} size="large" />
        <div>
          <h2>
            <Link {...rowLink(person.id)} to={pages.person.href({ id: person.id })}>
              <AddressText text={label} />
            </Link>
          </h2>
          <p>
            {person.name !== "" && <AddressText text={person.email} />}
            {person.otherEmails.length > 0 && ` +${person.otherEmails.length}`}
          </p>
          {(person.client !== "" || person.phone !== "") && (
            <p>
              {person.client !== "" && <UserText>{person.client}</UserText>}
              {person.client !== "" && person.phone !== "" && " · "}
              {person.phone !== "" && (
                <bdi dir="ltr" translate="no">
                  {person.phone}
                </bdi>
              )}
            </p>
          )}
          <TagList names={person.tags} />
        </div>
      </div>
      <div className={styles["open"]}>
        {open.problem === null && segments.length > 0 && <Segments segments={segments} label="Progress" />}
        {open.problem !== null && <b data-bounced={open.isBounced || undefined}>{open.problem}</b>}
        <p>{open.text}</p>
      </div>
      <p className={styles["when"]} data-text="Last answer: ">
        <VisuallyHidden>Last answer: </VisuallyHidden>
        {seenText(person.answeredAt, { now })}
      </p>
      <p className={styles["when"]} data-text="Last seen: ">
        <VisuallyHidden>Last seen: </VisuallyHidden>
        {seenText(person.lastSeenAt, { now })}
      </p>
      <div className={styles["does"]}>
        {requestId !== null && unreached?.why === "unreachable" && (
          <Link className={buttonClass({ size: "small" })} to={pages.request.href({ id: requestId })}>
            Correct address
          </Link>
        )}
        {requestId !== null && unreached?.why === "muted" && (
          <Button size="small" busy={copy.isBusy} onClick={() => void copy.copy(requestId)}>
            Copy link
          </Button>
        )}
        <Menu
          label={`Options for ${label}`}
          variant="quiet"
          size="small"
          items={[
            { label: "New request", onSelect: onNewRequest },
            { label: "Edit", onSelect: onEdit },
            { label: "Merge with someone", onSelect: onMerge },
          ]}
        >
          <Ellipsis aria-hidden="true" />
        </Menu>
      </div>
    </article>
  );
}
