import { signInCode } from "@sheaf/contract/sign-in-code";
import { CircleCheck } from "lucide-react";
import { useConfirmEmailChange } from "../../data/email-change/confirm-email-change.mutation.ts";
import { errorText, toAppError } from "../../lib/errors.ts";
import { CodeForm } from "../../ui/forms/code-form.tsx";
import styles from "./security.module.css";

interface ConfirmAddressProps {
  address: string;
  confirmed: boolean;
  onConfirmed: (outcome: "done" | "half") => void;
}

export function ConfirmAddress({ address, confirmed, onConfirmed }: ConfirmAddressProps) {
  const confirm = useConfirmEmailChange();
  if (confirmed) {
    return (
      <p className={styles["agreed"]}>
        <CircleCheck aria-hidden="true" /> {address} has confirmed.
      </p>
    );
  }
  return (
    <CodeForm
      label={`Code sent to ${address}`}
      length={signInCode.length}
      action="Confirm"
      busy={confirm.isPending}
      problem={confirm.error ? sentenceFor(confirm.error) : undefined}
      onSubmit={(code) => confirm.mutate({ address, code }, { onSuccess: onConfirmed })}
    />
  );
}

/** The service responds alike to a wrong code, an expired one, and one whose link was used. */
function sentenceFor(error: unknown): string {
  if (toAppError(error).code === "otp_expired") {
    return "That code is wrong or no longer valid. Check the latest email, or send both again.";
  }
  return errorText(error);
}
