import { addressProblem, isAddress, storedAddress } from "@sheaf/contract/email-address";
import { limits } from "@sheaf/contract/limits";
import { nameProblem } from "@sheaf/contract/names";
import { type KeyboardEvent, useState } from "react";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import type { EditorRecipient } from "./pasted-addresses.models.ts";
import styles from "./recipients-field.module.css";

interface NewPersonProps {
  /** The text typed before: a name, or an address. */
  typed: string;
  onAdd: (recipient: EditorRecipient) => void;
  onCancel: () => void;
}

/** Name and address of a recipient whom the workspace doesn't know yet. */
export function NewPerson({ typed, onAdd, onCancel }: NewPersonProps) {
  const isTypedAddress = typed.includes("@");
  const [name, setName] = useState(isTypedAddress ? "" : typed.trim());
  const [email, setEmail] = useState(isTypedAddress ? typed.trim() : "");
  const [isTried, setTried] = useState(false);
  const address = storedAddress(email);
  const wrongName = name.trim() === "" ? undefined : nameProblem(name.trim(), "empty");
  const wrongAddress = addressProblem(address);
  const add = () => {
    setTried(true);
    if (wrongName === undefined && isAddress(address)) onAdd({ email: address, name: name.trim() });
  };
  const handleKey = (event: KeyboardEvent) => {
    // Around it is the form of the request, which Enter would send.
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "Enter") add();
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <div role="group" aria-label="New person" className={styles["newPerson"]} onKeyDown={handleKey}>
      <Field label="Name" optional error={isTried && wrongName}>
        <TextInput
          size="small"
          autoComplete="off"
          maxLength={limits.nameLength}
          autoFocus={isTypedAddress}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="Email address" error={isTried && wrongAddress}>
        <TextInput
          size="small"
          type="email"
          autoComplete="off"
          placeholder="name@company.example"
          autoFocus={!isTypedAddress}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <div className={styles["newPersonButtons"]}>
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
