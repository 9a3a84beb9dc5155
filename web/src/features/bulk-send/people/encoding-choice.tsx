import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { type Encoding, encodings, type ListChoice } from "../../../steps/list-file/list.models.ts";

interface EncodingChoiceProps {
  encoding: Encoding;
  isReading: boolean;
  onChoose: (choice: ListChoice) => void;
}

/** The encoding of a file can't be told from its bytes, but a person sees at once whether the names below are right. */
export function EncodingChoice({ encoding, isReading, onChoose }: EncodingChoiceProps) {
  return (
    <Notice tone="waiting">
      <p>
        This file isn’t in UTF-8, so we read it as {nameOf(encoding)}. If letters look wrong below, choose
        another encoding, or save the file as “CSV UTF-8” or .xlsx.
      </p>
      <Field label="Encoding">
        <Select
          size="small"
          value={encoding}
          disabled={isReading}
          onChange={({ target }) => onChoose({ encoding: target.value as Encoding })}
        >
          {Object.entries(encodings).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </Notice>
  );
}

/** "Windows-1252" */
const nameOf = (encoding: Encoding): string => /\((.+)\)/u.exec(encodings[encoding])?.[1] ?? encoding;
