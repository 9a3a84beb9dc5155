import { RecipientDraft } from "@sheaf/contract/request-draft";
import { type FormEvent, useId, useState } from "react";
import * as v from "valibot";
import { useEditRequest } from "../../../data/requests/edit-request.mutation.ts";
import { personName } from "../../../data/requests/people.models.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import type { Person } from "../../../data/requests/request-summary.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Dialog, focusOnOpen } from "../../../ui/overlays/dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./recipient-list.module.css";
import { withAdded, withCorrected } from "./recipients-change.models.ts";

interface RecipientDialogProps {
  request: Request;
  /** The recipient to correct; null to add one. */
  person: Person | null;
  onClose: () => void;
}

/** Adds a recipient to a sent request, or corrects the address or name of one. */
export function RecipientDialog({ request, person, onClose }: RecipientDialogProps) {
  const edit = useEditRequest();
  const toast = useToast();
  const formId = useId();
  const [email, setEmail] = useState(person?.email ?? "");
  const [name, setName] = useState(person?.name ?? "");
  const [errors, setErrors] = useState<{ email?: string | undefined; name?: string | undefined }>({});

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = v.safeParse(RecipientDraft, { email, name });
    if (!parsed.success) {
      const { nested } = v.flatten<typeof RecipientDraft>(parsed.issues);
      setErrors({ email: nested?.email?.[0], name: nested?.name?.[0] });
      return;
    }
    const { people } = request;
    if (person && !people.some(({ id }) => id === person.id)) {
      setErrors({ email: "Someone else has removed this recipient. Close this and add the address again." });
      return;
    }
    const isTaken = people.some((other) => other.email === parsed.output.email && other.id !== person?.id);
    setErrors(isTaken ? { email: "This address is a recipient already." } : {});
    if (isTaken) return;
    const recipients = person
      ? withCorrected(people, person, parsed.output)
      : withAdded(people, parsed.output);
    void whenDone(
      edit.mutateAsync({ requestId: request.id, revision: request.revision, change: { recipients } }),
      () => {
        toast({
          message:
            person?.email === parsed.output.email
              ? "Name saved"
              : `${personName(parsed.output)} can open the link now. ${request.isInviting ? "We’re emailing it to them." : "Share it with them."}`,
          tone: "success",
        });
        onClose();
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={person ? "Correct recipient" : "Add recipient"}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={edit.isPending}>
            {person ? "Save" : "Add recipient"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles["form"]} onSubmit={submit}>
        <p>{explanationFor(person)}</p>
        <Field label="Email address" error={errors.email}>
          <TextInput
            type="email"
            autoComplete="off"
            ref={focusOnOpen}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label="Name" optional error={errors.name}>
          <TextInput autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        {edit.error && (
          <Notice tone="returned" announce>
            {errorText(edit.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

function explanationFor(person: Person | null): string {
  if (!person) return "They open the same link and see everything that was added so far.";
  return person.isOpened
    ? "With another address, the old one won’t be able to open the request. What was added stays."
    : "The link stays the same. The old address can’t open it.";
}
