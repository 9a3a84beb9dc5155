import { readWholeNumber } from "@sheaf/contract/digits";
import { acceptedGroups } from "@sheaf/contract/request-draft";
import { limits } from "@sheaf/contract/limits";
import { useId } from "react";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import styles from "../items-field.module.css";
import type { ItemOptionsProps } from "./item-options.ts";
import { capitalized, groupNames } from "./item-text.models.ts";

/** The number and types of files that an item asks for. */
export function FileOptions({ item, errors, onChange }: ItemOptionsProps) {
  const { accepts, expected_files: expected } = item;
  const hintId = useId();
  return (
    <div className={styles["choices"]}>
      <Field label="Files expected" error={errors?.expected_files}>
        <TextInput
          // A field of the type "number" takes no digits of other scripts.
          inputMode="numeric"
          autoComplete="off"
          maxLength={String(limits.filesPerItem).length}
          value={Number.isNaN(expected) ? "" : expected}
          onChange={({ target }) => {
            const typed = readWholeNumber(target.value);
            if (target.value === "" || !Number.isNaN(typed)) onChange({ expected_files: typed });
          }}
        />
      </Field>
      <fieldset className={styles["accepts"]} aria-describedby={hintId}>
        <legend>Accepted file types</legend>
        <p id={hintId}>If none is checked, any type is accepted.</p>
        {acceptedGroups.map((group) => (
          <Checkbox
            key={group}
            label={capitalized(groupNames[group])}
            checked={accepts.includes(group)}
            onChange={(event) =>
              onChange({
                accepts: event.target.checked
                  ? [...accepts, group]
                  : accepts.filter((other) => other !== group),
              })
            }
          />
        ))}
      </fieldset>
    </div>
  );
}
