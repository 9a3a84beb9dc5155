import { signInCode } from "@sheaf/contract/sign-in-code";
import { useState } from "react";
import { useSendProofCode } from "../../data/proof/send-proof-code.mutation.ts";
import { useSentCode } from "../../data/proof/sent-code.ts";
import { errorText, toAppError } from "../../lib/errors.ts";

/** Requests the emailed code. Asking again soon, after cancelling for example, waits for the one that was sent. */
export function useEmailedCode({ email }: { email: string }) {
  const latest = useSentCode({ email });
  const [sent, setSent] = useState(latest.read);
  const [resendAt, setResendAt] = useState(sent?.resendAt ?? 0);
  const [resent, setResent] = useState(0);
  const sending = useSendProofCode();
  const pauseFor = (seconds: number) => {
    const until = Date.now() + seconds * 1000;
    setResendAt(until);
    return until;
  };
  /** Resolves to true when it went well. */
  const send = async (): Promise<boolean> => {
    if (sending.isPending) return false;
    try {
      await sending.mutateAsync({ email });
      const now = { sentAt: Date.now(), resendAt: pauseFor(signInCode.pause) };
      latest.save(now);
      setSent(now);
      return true;
    } catch (error) {
      const { retryAfter } = toAppError(error);
      if (retryAfter !== undefined) pauseFor(retryAfter);
      return false;
    }
  };

  return {
    isSending: sending.isPending,
    isSent: sent !== undefined,
    problem: sending.error ? errorText(sending.error) : undefined,
    /** Time from which another email may be requested. Milliseconds since 1970. */
    resendAt,
    /** Number of emails after the first. */
    resent,
    sendFirst: () => {
      if (!sent) void send();
    },
    resend: async () => {
      if (await send()) setResent(resent + 1);
    },
    /** The code has been used; the next question needs another. */
    forget: latest.forget,
  };
}
