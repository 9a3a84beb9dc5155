import { signInCode } from "@sheaf/contract/sign-in-code";
import { useState } from "react";
import { useAskForNonce } from "../../data/password/ask-for-nonce.mutation.ts";
import { useSetPassword } from "../../data/password/set-password.mutation.ts";
import { AppError, toAppError } from "../../lib/errors.ts";

/** Sets the password; where the service asks for a mailed code first, has it mailed and waits for it. */
export function usePasswordChange({ onSet }: { onSet: () => void }) {
  const [asksForCode, setAsksForCode] = useState(false);
  const [missing, setMissing] = useState<AppError>();
  const [said, setSaid] = useState("");
  const set = useSetPassword();
  const mail = useAskForNonce();

  const send = ({ password, code }: { password: string; code: string }) => {
    if (set.isPending || mail.isPending) return;
    const complete = !asksForCode || code.length === signInCode.length;
    setMissing(complete ? undefined : new AppError("reauth_nonce_missing"));
    if (!complete) return;
    setSaid("");
    mail.reset();
    set.mutate(
      { password, nonce: asksForCode ? code : undefined },
      {
        onSuccess: onSet,
        onError: (error) => {
          if (toAppError(error).code !== "reauthentication_needed") return;
          set.reset();
          mail.mutate(undefined, { onSuccess: () => setAsksForCode(true) });
        },
      },
    );
  };
  const mailAgain = () => {
    set.reset();
    mail.mutate(undefined, {
      onSuccess: () => setSaid("Another code is on its way. It replaces the one before."),
    });
  };

  return {
    asksForCode,
    said,
    busy: set.isPending || (mail.isPending && !asksForCode),
    mailing: mail.isPending && asksForCode,
    error: missing ?? set.error ?? mail.error ?? undefined,
    send,
    mailAgain,
  };
}
