import { describeError } from "@sheaf/contract/errors/describe-error";
import { useEffect, useRef, useState } from "react";
import { type AppError, toAppError } from "../../../lib/errors.ts";
import type { SessionState } from "../../../lib/auth/session.ts";
import { rememberMethod } from "../../../lib/auth/sign-in-method.ts";
import type { EmailedLink } from "./link-from-fragment.ts";
import { forgetPress, wasPressedHere } from "./pressed-link.ts";
import { verifyLink } from "../../../data/sign-in/verify-email.ts";

type LinkStep =
  | { name: "waiting" }
  | { name: "verifying" }
  | { name: "interrupted"; error: AppError }
  | { name: "done"; email: string };

interface LinkSignIn {
  link: EmailedLink;
  /** Of the session this browser already has. */
  status: SessionState["status"];
  /** The link is used up or invalid. */
  onFailed: (error: AppError) => void;
}

/**
 * Verifies the link without asking only if its confirm button was pressed in this browser and no user is signed in:
 * any site can send a user to this page with the site's own link.
 */
export function useLinkSignIn({ link, status, onFailed }: LinkSignIn) {
  const [step, setStep] = useState<LinkStep>({ name: "waiting" });
  const [pressed] = useState(() => wasPressedHere(link.tokenHash));
  const used = useRef(false);
  if (pressed && status === "out" && step.name === "waiting") setStep({ name: "verifying" });

  useEffect(() => {
    // A link works once, and StrictMode runs effects twice.
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
        // Without a response the link is still unused.
        used.current = describeError(error.code).group !== "retry";
        if (used.current) onFailed(error);
        else setStep({ name: "interrupted", error });
      }
    };
    void verify();
  }, [step.name, link, onFailed]);

  return { step, start: () => setStep({ name: "verifying" }) };
}
