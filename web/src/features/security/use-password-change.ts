import { signInCode } from "@sheaf/contract/sign-in-code";
import { useState } from "react";
import { useRequestNonce } from "../../data/password/request-nonce.mutation.ts";
import { useSetPassword } from "../../data/password/set-password.mutation.ts";
import { AppError, toAppError } from "../../lib/errors.ts";

/** Sets the password, requesting an emailed code first if the service requires reauthentication. */
export function usePasswordChange({ onSet }: { onSet: () => void }) {
  const [asksForCode, setAsksForCode] = useState(false);
  const [missing, setMissing] = useState<AppError>();
  const [announcement, setAnnouncement] = useState("");
  const set = useSetPassword();
  const nonceRequest = useRequestNonce();

  const send = ({ password, code }: { password: string; code: string }) => {
    if (set.isPending || nonceRequest.isPending) return;
    const complete = !asksForCode || code.length === signInCode.length;
    setMissing(complete ? undefined : new AppError("reauth_nonce_missing"));
    if (!complete) return;
    setAnnouncement("");
    nonceRequest.reset();
    set.mutate(
      { password, nonce: asksForCode ? code : undefined },
      {
        onSuccess: onSet,
        onError: (error) => {
          if (toAppError(error).code !== "reauthentication_needed") return;
          set.reset();
          nonceRequest.mutate(undefined, { onSuccess: () => setAsksForCode(true) });
        },
      },
    );
  };
  const resendCode = () => {
    set.reset();
    nonceRequest.mutate(undefined, {
      onSuccess: () => setAnnouncement("Another code is on its way. It replaces the previous one."),
    });
  };

  return {
    asksForCode,
    announcement,
    busy: set.isPending || (nonceRequest.isPending && !asksForCode),
    resending: nonceRequest.isPending && asksForCode,
    error: missing ?? set.error ?? nonceRequest.error ?? undefined,
    send,
    resendCode,
  };
}
