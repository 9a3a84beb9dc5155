import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { type Proof, useProveIdentity } from "../../data/proof/prove-identity.mutation.ts";
import { signInSettingsOptions } from "../../data/sign-in-settings/sign-in-settings.query.ts";
import { errorText, toAppError } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import styles from "./confirm-identity.module.css";
import { EmailedCode, Resend } from "./emailed-code.tsx";
import { PasswordForm } from "./password-form.tsx";
import type { ProofStep } from "./proof-step.ts";
import { useEmailedCode } from "./use-emailed-code.ts";

/** Proves the owner with another sign-in beside the page's session: by emailed code, password or passkey. */
export function BySignIn({ act, userId, email, onProven, onCancel }: ProofStep & { email: string }) {
  const [byPassword, setByPassword] = useState(false);
  const { data: settings } = useQuery(signInSettingsOptions());
  const passkeys = settings?.passkeys === true && "PublicKeyCredential" in globalThis;
  const emailed = useEmailedCode({ email });
  const sendFirst = useEffectEvent(emailed.sendFirst);
  useEffect(() => sendFirst(), []);

  const prove = useProveIdentity();
  const tried = prove.isIdle ? undefined : prove.variables.proof.by;
  const submit = (proof: Proof) => {
    if (prove.isPending) return;
    prove.mutate(
      { act, userId, proof },
      {
        onSuccess: (validUntil) => {
          if (proof.by === "code") emailed.forget();
          onProven(validUntil);
        },
      },
    );
  };
  const problemWith = (by: Proof["by"]) =>
    prove.error && tried === by ? problemText(by, prove.error) : undefined;
  const passkeyProblem = problemWith("passkey");
  const busyWith = (by: Proof["by"]) => prove.isPending && tried === by;
  const cancel = (
    <Button variant="quiet" onClick={onCancel}>
      Cancel
    </Button>
  );

  return (
    <>
      {byPassword ? (
        <PasswordForm
          email={email}
          busy={busyWith("password")}
          problem={problemWith("password")}
          onSubmit={(password) => submit({ by: "password", email, password })}
        >
          {cancel}
        </PasswordForm>
      ) : (
        <EmailedCode
          email={email}
          emailed={emailed}
          busy={busyWith("code")}
          problem={problemWith("code")}
          onSubmit={(code) => submit({ by: "code", email, code })}
        >
          {cancel}
        </EmailedCode>
      )}
      {passkeyProblem && (
        <Notice tone="returned" announce>
          {passkeyProblem}
        </Notice>
      )}
      <div className={styles["others"]}>
        {!byPassword && <Resend key={emailed.resendAt} emailed={emailed} />}
        <button
          type="button"
          className={styles["link"]}
          onClick={() => {
            setByPassword(!byPassword);
            prove.reset();
          }}
        >
          {byPassword ? "Use an emailed code instead" : "Use your password instead"}
        </button>
        {passkeys && (
          <button type="button" className={styles["link"]} onClick={() => submit({ by: "passkey" })}>
            Use a passkey
          </button>
        )}
      </div>
    </>
  );
}

/** The service responds alike to a wrong code, an expired one, and one whose link was used. */
const refused: Partial<Record<Proof["by"], { code: string; text: string }>> = {
  code: {
    code: "otp_expired",
    text: "That code is wrong or no longer valid. Check the latest email, or send another code.",
  },
  password: {
    code: "invalid_credentials",
    text: "That isn’t your password. Try again, or use an emailed code instead.",
  },
};

function problemText(by: Proof["by"], error: unknown): string {
  const own = refused[by];
  return own?.code === toAppError(error).code ? own.text : errorText(error);
}
