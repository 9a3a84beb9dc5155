import { addressProblem, isAddress, storedAddress } from "@sheaf/contract/email-address";
import { limits } from "@sheaf/contract/limits";
import { nameProblem } from "@sheaf/contract/names";
import { type KeyboardEvent, useState } from "react";
import { isComposing } from "../../../lib/composing.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import type { EditorRecipient } from "../../../steps/addresses/pasted-addresses.models.ts";
import styles from "./recipients-field.module.css";

export interface NewPersonValues {
  name: string;
  email: string;
}

interface NewPersonProps {
  /** At first the text typed before: a name, or an address. */
  values: NewPersonValues;
  onChange: (values: NewPersonValues) => void;
  onAdd: (recipient: EditorRecipient) => void;
  onCancel: () => void;
}

const wrongName = ({ name }: NewPersonValues) =>
  name.trim() === "" ? undefined : nameProblem(name.trim(), "empty");

/** Without an address, the name stands in its place and is marked as invalid. A name that can't be saved is left out. */
export function toRecipient(values: NewPersonValues): EditorRecipient {
  const email = storedAddress(values.email);
  const name = values.name.trim();
  if (email === "") return { email: name, name: "" };
  return { email, name: wrongName(values) === undefined ? name : "" };
}

/** Name and address of a recipient whom the workspace doesn't know yet. */
export function NewPerson({ values, onChange, onAdd, onCancel }: NewPersonProps) {
  const [isTried, setTried] = useState(false);
  const [startsWithName] = useState(values.name === "");
  const add = () => {
    setTried(true);
    const recipient = toRecipient(values);
    if (isAddress(recipient.email) && wrongName(values) === undefined) onAdd(recipient);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      // Around it is the form of the request, which Enter would send.
      event.preventDefault();
      add();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <div role="group" aria-label="New person" className={styles["newPerson"]} onKeyDown={handleKey}>
      <Field label="Name" optional error={isTried && wrongName(values)}>
        <TextInput
          size="small"
          autoComplete="off"
          maxLength={limits.nameLength}
          autoFocus={startsWithName}
          value={values.name}
          onChange={(event) => onChange({ ...values, name: event.target.value })}
        />
      </Field>
      <Field label="Email address" error={isTried && addressProblem(storedAddress(values.email))}>
        <TextInput
          size="small"
          type="email"
          autoComplete="off"
          placeholder="name@company.example"
          autoFocus={!startsWithName}
          value={values.email}
          onChange={(event) => onChange({ ...values, email: event.target.value })}
        />
      </Field>
      <div
        className={styles["newPersonButtons"]}
        // Safari doesn't focus a pressed button: the field would seem to be left.
        onMouseDown={(event) => event.preventDefault()}
      >
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" onClick={add}>
          Add
        </Button>
      </div>
    </div>
  );
}
