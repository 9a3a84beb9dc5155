import { pages } from "@sheaf/contract/pages";
import { Ellipsis, Lock } from "lucide-react";
import { useId, useState } from "react";
import { useSeparateAddress } from "../../data/people/merge-people.mutation.ts";
import type { Person, PersonAddress } from "../../data/people/person.models.ts";
import { useTagPerson } from "../../data/people/tag-person.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Link } from "../../lib/navigation.tsx";
import { useNow } from "../../lib/now.ts";
import { whenDone } from "../../lib/when-done.ts";
import { TagsField } from "../../steps/assignees-and-tags/tags-field.tsx";
import { Button, buttonClass } from "../../ui/forms/button.tsx";
import { AddressText } from "../../ui/layout/address-text.tsx";
import { Avatar } from "../../ui/layout/avatar.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { Chip } from "../../ui/status/chip.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { DeletePersonDialog } from "./delete-person-dialog.tsx";
import { EditPersonDialog } from "./edit-person-dialog.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { PersonClient } from "./person-client.tsx";
import { PersonFacts } from "./person-facts.tsx";
import { PersonRequests } from "./person-requests.tsx";
import { emailTexts } from "./person-text.models.ts";
import { PhoneText } from "./phone-text.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./person.module.css";

interface PersonBodyProps {
  person: Person;
  /** Why the last read failed; null if it didn't. */
  staleBecause: Error | null;
  onNavigate: (href: string) => void;
}

export function PersonBody({ person, staleBecause, onNavigate }: PersonBodyProps) {
  const now = useNow();
  const id = useId();
  const [open, setOpen] = useState<"name" | "note" | "merge" | "delete" | null>(null);
  const separate = useSeparateAddress();
  const { mutate: changeTag } = useTagPerson();
  const toast = useToast();
  const named = person.name.trim() || null;
  const email = emailTexts(person, { now });
  const isOpen = ({ status }: Person["requests"][number]) => status === "open";
  const split = (address: PersonAddress) =>
    void whenDone(
      separate.mutateAsync({ personId: address.id }),
      () => toast({ message: `${address.email} is a separate person again`, tone: "success" }),
      (error) => toast({ message: errorSentences(error).what }),
    );

  return (
    <>
      <PageTitle>{person.label}</PageTitle>
      <p className={styles["crumb"]}>
        <Link to={pages.people.href()}>People</Link>
      </p>
      <header className={styles["header"]}>
        <div className={styles["who"]}>
          <Avatar name={person.label} size="large" />
          <div>
            <h1>
              <AddressText text={person.label} />
            </h1>
            <p>
              {person.name !== "" && (
                <span>
                  <AddressText text={person.email} />
                </span>
              )}
              {person.isProven && <Chip tone="accepted">Confirmed</Chip>}
              <PhoneText phone={person.phone} />
            </p>
          </div>
        </div>
        <div className={styles["actions"]}>
          <Button onClick={() => setOpen("name")}>Edit</Button>
          <Link
            className={buttonClass({ variant: "primary" })}
            to={pages.newRequest.href()}
            state={{ recipient: { email: person.email, name: person.name } }}
          >
            {named === null ? "New request" : `New request for ${named}`}
          </Link>
          <Menu
            label="More"
            variant="quiet"
            items={[
              { label: "Merge with someone", onSelect: () => setOpen("merge") },
              { label: "Delete", onSelect: () => setOpen("delete"), danger: true },
            ]}
          >
            <Ellipsis aria-hidden="true" />
          </Menu>
        </div>
      </header>
      <div className={styles["tags"]}>
        <TagsField
          workspaceId={person.workspaceId}
          title={person.label}
          tags={person.tags}
          onTag={(tag, isTagged, result) =>
            changeTag({ personId: person.id, tagId: tag.id, isTagged }, result)
          }
        />
      </div>
      {staleBecause && (
        <div className={styles["stale"]}>
          <Notice tone="waiting">This may be out of date. {errorSentences(staleBecause).what}</Notice>
        </div>
      )}
      <PersonFacts person={person} now={now} />
      <div className={styles["columns"]}>
        <div className={styles["lists"]}>
          <PersonRequests
            title={named === null ? "Open" : `Open with ${named}`}
            requests={person.requests.filter(isOpen)}
            empty="Nothing is open."
            now={now}
          />
          <PersonRequests
            title="Done"
            requests={person.requests.filter((request) => !isOpen(request))}
            empty={null}
            now={now}
          />
        </div>
        <div className={styles["aside"]}>
          <section aria-labelledby={`${id}-email`}>
            <h2 id={`${id}-email`}>Email</h2>
            <Card className={styles["panel"]}>
              <p>{email.state}</p>
              <p className={styles["small"]}>{email.times}</p>
            </Card>
          </section>
          <PersonClient person={person} />
          {person.companions.length > 0 && (
            <section aria-labelledby={`${id}-others`}>
              <h2 id={`${id}-others`}>Others on these requests</h2>
              <Card className={styles["panel"]}>
                <ul>
                  {person.companions.map((companion) => (
                    <li key={companion.id} className={styles["companion"]}>
                      <Avatar name={companion.label} />
                      <div>
                        <Link to={pages.person.href({ id: companion.id })}>
                          <AddressText text={companion.label} />
                        </Link>
                        <p className={styles["small"]}>{companionText(companion, named)}</p>
                      </div>
                    </li>
                  ))}
                </ul>
              </Card>
            </section>
          )}
          {person.addresses.length > 1 && (
            <section aria-labelledby={`${id}-addresses`}>
              <h2 id={`${id}-addresses`}>Addresses</h2>
              <Card className={styles["panel"]}>
                <ul>
                  {person.addresses.map((address) => (
                    <li key={address.id} className={styles["address"]}>
                      <div>
                        <b>
                          <AddressText text={address.email} />
                        </b>
                        <p className={styles["small"]}>
                          {address.id === person.id ? "Main address" : address.name}
                        </p>
                        {address.id !== person.id && address.note !== "" && (
                          <UserText as="p">{address.note}</UserText>
                        )}
                        {address.id !== person.id && address.phone !== person.phone && (
                          <PhoneText phone={address.phone} />
                        )}
                      </div>
                      {address.id !== person.id && (
                        <Button
                          size="small"
                          variant="quiet"
                          aria-label={`Separate ${address.email}`}
                          busy={separate.isPending && separate.variables.personId === address.id}
                          onClick={() => split(address)}
                        >
                          Separate
                        </Button>
                      )}
                    </li>
                  ))}
                </ul>
              </Card>
            </section>
          )}
          <section aria-labelledby={`${id}-note`}>
            <div className={styles["heading"]}>
              <h2 id={`${id}-note`}>Note</h2>
              <Button
                size="small"
                variant="quiet"
                aria-label={person.note === "" ? "Add a note" : "Edit the note"}
                onClick={() => setOpen("note")}
              >
                {person.note === "" ? "Add" : "Edit"}
              </Button>
            </div>
            <div className={styles["note"]}>
              <Lock aria-hidden="true" />
              {person.note === "" ? (
                <p className={styles["small"]}>Only members of the workspace see notes.</p>
              ) : (
                <UserText as="p">{person.note}</UserText>
              )}
            </div>
          </section>
        </div>
      </div>
      {(open === "name" || open === "note") && (
        <EditPersonDialog personId={person.id} focus={open} onClose={() => setOpen(null)} />
      )}
      {open === "delete" && (
        <DeletePersonDialog
          person={person}
          onClose={() => setOpen(null)}
          onDeleted={() => onNavigate(pages.people.href())}
        />
      )}
      {open === "merge" && (
        <MergeDialog
          person={person}
          workspaceId={person.workspaceId}
          onClose={() => setOpen(null)}
          onMerged={(mainId) => {
            setOpen(null);
            if (mainId !== person.id) onNavigate(pages.person.href({ id: mainId }));
          }}
        />
      )}
    </>
  );
}

function companionText(
  { items, isHandedByThem }: Person["companions"][number],
  named: string | null,
): string {
  if (items === 0) return named === null ? "Asked together" : `Asked together with ${named}`;
  const count = items === 1 ? "1 item" : `${items} items`;
  return isHandedByThem && named !== null ? `${count}, handed off by ${named}` : `${count}, handed off`;
}
