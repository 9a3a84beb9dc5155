import { describeError } from "@sheaf/contract/errors/describe-error";
import { useEffect, useRef, useState } from "react";
import { type AppError, toAppError } from "../../lib/errors.ts";
import type { SessionState } from "../../lib/session.ts";
import { rememberMethod } from "../../lib/sign-in-method.ts";
import type { MailedLink } from "./link-from-fragment.ts";
import { forgetPress, wasPressedHere } from "./pressed-link.ts";
import { verifyLink } from "./verify-link.ts";

/** How far a mailed link is on its way to a session. */
type LinkStep =
  | { name: "waiting" }
  | { name: "verifying" }
  | { name: "interrupted"; error: AppError }
  | { name: "done"; email: string };

interface LinkSignIn {
  link: MailedLink;
  /** Of the session that is here already. */
  status: SessionState["status"];
  /** The link is of no use any more. */
  onFailed: (error: AppError) => void;
}

/**
 * Uses a mailed link by itself where its button was pressed and nobody is signed in; elsewhere it waits to be told to.
 * Any site can send a person to this page with a link of its own.
 */
export function useLinkSignIn({ link, status, onFailed }: LinkSignIn) {
  const [step, setStep] = useState<LinkStep>({ name: "waiting" });
  const [pressed] = useState(() => wasPressedHere(link.tokenHash));
  const used = useRef(false);
  if (pressed && status === "out" && step.name === "waiting") setStep({ name: "verifying" });

  useEffect(() => {
    // The link is good for one use, and development runs effects twice.
    if (step.name !== "verifying" || used.current) return;
    used.current = true;
    forgetPress();
    const verify = async () => {
      try {
        const email = await verifyLink({ tokenHash: link.tokenHash, type: link.type });
        rememberMethod("link");
        setStep({ name: "done", email });
      } catch (caught) {
        const error = toAppError(caught);
        // A service that did not answer has not used the link up.
        used.current = describeError(error.code).group !== "retry";
        if (used.current) onFailed(error);
        else setStep({ name: "interrupted", error });
      }
    };
    void verify();
  }, [step.name, link, onFailed]);

  return { step, start: () => setStep({ name: "verifying" }) };
}
