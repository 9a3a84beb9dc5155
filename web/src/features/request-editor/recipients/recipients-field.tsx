import { Field } from "../../../ui/forms/field.tsx";
import type { EditorAction } from "../editor.models.ts";
import type { EditorRecipient } from "../../../steps/addresses/pasted-addresses.models.ts";
import { RecipientsBox } from "./recipients-box.tsx";

interface RecipientsFieldProps {
  workspaceId: string;
  recipients: readonly EditorRecipient[];
  error: string | undefined;
  onAction: (action: EditorAction) => void;
}

/** The people who are asked: chosen from those whom the workspace knows, typed, or pasted at once. */
export function RecipientsField({ error, ...props }: RecipientsFieldProps) {
  return (
    <Field label="Recipients" error={error}>
      <RecipientsBox {...props} />
    </Field>
  );
}
