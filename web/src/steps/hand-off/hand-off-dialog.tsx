import { RecipientDraft } from "@sheaf/contract/request-draft";
import { type FormEvent, useId, useRef, useState } from "react";
import * as v from "valibot";
import { useHandOffItem } from "../../data/hand-off/hand-off-item.mutation.ts";
import { personName } from "../../data/requests/people.models.ts";
import { errorText, toAppError } from "../../lib/errors.ts";
import { whenDone } from "../../lib/when-done.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { Dialog, focusOnOpen } from "../../ui/overlays/dialog.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./hand-off.module.css";

/** Refusals of the address, which are said at its field. */
const aboutAddress: ReadonlySet<string> = new Set([
  "hand_off.self",
  "hand_off.sender",
  "hand_off.recipient",
  "recipient.member",
]);

interface HandOffDialogProps {
  item: { id: string; title: string };
  /** People who go on seeing the item besides the person asked: "You and Okafor & Lind". */
  readers: string;
  onClose: () => void;
}

/** Asks someone else for an item, by their address. */
export function HandOffDialog({ item, readers, onClose }: HandOffDialogProps) {
  const handOff = useHandOffItem();
  const toast = useToast();
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [errors, setErrors] = useState<{ email?: string | undefined; name?: string | undefined }>({});

  // Not while it is being sent: a reset would drop the callbacks of the pending call.
  const forgetFailure = () => {
    if (handOff.isError) handOff.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (handOff.isPending) return;
    const parsed = v.safeParse(RecipientDraft, { email, name });
    if (!parsed.success) {
      const { nested } = v.flatten<typeof RecipientDraft>(parsed.issues);
      setErrors({ email: nested?.email?.[0], name: nested?.name?.[0] });
      if (nested?.email) field.current?.focus();
      return;
    }
    setErrors({});
    const person = parsed.output;
    void whenDone(
      handOff.mutateAsync({ itemId: item.id, email: person.email, name: person.name }),
      () => {
        toast({ message: `Emailing ${personName(person)} about ${item.title}`, tone: "success" });
        onClose();
      },
      () => field.current?.focus(),
    );
  };
  const failure = handOff.error && { code: toAppError(handOff.error).code, text: errorText(handOff.error) };
  const isAboutAddress = failure !== null && aboutAddress.has(failure.code);

  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Ask someone else"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={handOff.isPending}>
            Send
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles["form"]} onSubmit={submit}>
        <p>
          They’ll get an email with a link. They’ll see <UserText as="b">{item.title}</UserText>, including
          its questions and what has been added to it, and nothing else in this request. {readers} can still
          see it, and you can remove them later.
        </p>
        <Field label="Email address" error={errors.email ?? (isAboutAddress && failure.text)}>
          <TextInput
            type="email"
            autoComplete="off"
            ref={(input) => {
              field.current = input;
              focusOnOpen(input);
            }}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              forgetFailure();
            }}
          />
        </Field>
        <Field label="Name" optional error={errors.name}>
          <TextInput
            autoComplete="off"
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              forgetFailure();
            }}
          />
        </Field>
        {failure && !isAboutAddress && (
          <Notice tone="returned" announce>
            {failure.text}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
