import { limits } from "@sheaf/contract/limits";
import { hasVisibleCharacter, nameProblem } from "@sheaf/contract/names";
import { phoneProblem, storedPhone } from "@sheaf/contract/phone";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useEditPerson } from "../../data/people/edit-person.mutation.ts";
import type { Person } from "../../data/people/person.models.ts";
import { personOptions } from "../../data/people/person.query.ts";
import { suggestedClientsOptions } from "../../data/people/suggested-clients.query.ts";
import { errorSentences, errorText } from "../../lib/errors.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { whenDone } from "../../lib/when-done.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextArea } from "../../ui/forms/text-area.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { Dialog, focusOnOpen } from "../../ui/overlays/dialog.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import styles from "./people.module.css";

interface EditPersonDialogProps {
  personId: string;
  /** The field that has the focus. */
  focus?: "name" | "note";
  onClose: () => void;
}

/** Changes what members see of a person: name, phone number, client and note. */
export function EditPersonDialog({ personId, focus = "name", onClose }: EditPersonDialogProps) {
  const formId = useId();
  const person = useQuery(personOptions({ id: personId }));
  const edit = useEditPerson();
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Edit person"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={edit.isPending}
            disabled={person.data === undefined}
          >
            Save
          </Button>
        </>
      }
    >
      {person.data ? (
        <PersonForm formId={formId} read={person.data} focus={focus} edit={edit} onClose={onClose} />
      ) : person.error ? (
        <ErrorState
          error={errorSentences(person.error)}
          onRetry={() => void person.refetch()}
          busy={person.isFetching}
        />
      ) : (
        <Skeleton height="374px" />
      )}
    </Dialog>
  );
}

interface PersonFormProps {
  formId: string;
  read: Person;
  focus: "name" | "note";
  edit: ReturnType<typeof useEditPerson>;
  onClose: () => void;
}

function PersonForm({ formId, read, focus, edit, onClose }: PersonFormProps) {
  const toast = useToast();
  // The version that is edited. The page behind goes on reading newer ones.
  const [person] = useState(read);
  const [name, setName] = useState(person.name);
  const [phone, setPhone] = useState(person.phone);
  const [client, setClient] = useState(person.client);
  const [note, setNote] = useState(person.note);
  const [tried, setTried] = useState(false);
  const wrong = name.trim() === "" ? undefined : nameProblem(name, "");
  const wrongPhone = phoneProblem(storedPhone(phone));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong !== undefined || wrongPhone !== undefined || edit.isPending) return;
    // The name in requests isn't one that a member gave.
    const given = person.givenName === "" && name.trim() === person.name ? "" : name.trim();
    void whenDone(
      edit.mutateAsync({
        personId: person.id,
        revision: person.revision,
        name: given,
        note: note.trim(),
        phone: storedPhone(phone),
        client: hasVisibleCharacter(client) ? client.trim() : "",
      }),
      () => {
        toast({ message: "Saved", tone: "success" });
        onClose();
      },
    );
  };

  return (
    <form id={formId} noValidate className={styles["form"]} onSubmit={submit}>
      <Field
        label="Name"
        optional
        hint="Shown to members. Requests keep the name they were sent with."
        error={tried && wrong}
      >
        <TextInput
          ref={focus === "name" ? focusOnOpen : null}
          autoComplete="off"
          maxLength={limits.nameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="Phone" optional hint="Only members of the workspace see it." error={tried && wrongPhone}>
        <TextInput
          type="tel"
          dir="ltr"
          autoComplete="off"
          maxLength={limits.phoneLength}
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
        />
      </Field>
      <ClientField person={person} client={client} onChange={setClient} />
      <Field label="Note" optional hint="Only members of the workspace see it.">
        <TextArea
          ref={focus === "note" ? focusOnOpen : null}
          rows={4}
          maxLength={limits.noteLength}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      {edit.error && (
        <Notice tone="returned" announce>
          {errorText(edit.error)}
        </Notice>
      )}
    </form>
  );
}

/** Milliseconds after the last keystroke. */
const pause = 150;

interface ClientFieldProps {
  person: Person;
  client: string;
  onChange: (client: string) => void;
}

/** The household or company of a person; the browser offers those that the workspace has. */
function ClientField({ person, client, onChange }: ClientFieldProps) {
  const listId = useId();
  const search = useDebounced(client === person.client ? "" : client.trim(), pause);
  const { data: clients = [] } = useQuery(
    suggestedClientsOptions({ workspaceId: person.workspaceId, search }),
  );
  return (
    <Field
      label="Client"
      optional
      hint="A household or company. People with the same client can be asked together."
    >
      <TextInput
        autoComplete="off"
        list={listId}
        maxLength={limits.clientLength}
        value={client}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {clients.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </Field>
  );
}
