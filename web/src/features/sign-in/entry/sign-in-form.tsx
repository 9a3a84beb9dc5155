import { type ReactNode, Suspense, useState } from "react";
import { useHydrated } from "../../../lib/use-hydrated.ts";
import { EmailStep } from "./email-step.tsx";
import { LastMethod } from "./last-method.tsx";
import { EmailedCode, OtherWays } from "./lazy-steps.tsx";
import { PasswordProof, usePasswordProof } from "../password/password-proof.tsx";
import styles from "../sign-in.module.css";
import type { SignInProblem } from "../sign-in-problem.ts";
import { useSignIn } from "../use-sign-in.ts";

interface SignInFormProps {
  /** Path on this site that the emailed link leads to. */
  next: string;
  /** Heading and text above the address; the code step has its own. */
  intro: ReactNode;
  /** Level of the code step's heading: 2 below a heading of the page. */
  level?: 1 | 2;
  /** Called once after this form has signed the user in and the session store has been updated. */
  onSignedIn: () => void;
  /** No other address may be used here. */
  fixedEmail?: string;
  /** Stands in the field until the user types. It proves nothing. */
  suggestedEmail?: string | undefined;
  /** Only where nothing above the address needs to be read first. */
  autoFocus?: boolean;
  /** Link to the password reset. Without it the form offers neither a password nor a passkey, which a new account lacks. */
  forgotten?: ReactNode;
  /** Link to the other entry page. */
  beside?: ReactNode;
  /** Offer passkeys and providers too. */
  showOtherWays?: boolean;
}

/** Signs in by an emailed code or link, a password, a passkey or a provider. */
export function SignInForm({
  next,
  intro,
  level = 1,
  onSignedIn,
  fixedEmail,
  suggestedEmail,
  autoFocus = false,
  forgotten,
  beside,
  showOtherWays = false,
}: SignInFormProps) {
  const signIn = useSignIn({ purpose: "sign-in", next, onSignedIn });
  const hydrated = useHydrated();
  const [byPassword, setByPassword] = useState(false);
  const { field, mistake, submit, forget } = usePasswordProof();

  if (signIn.pending) {
    return (
      <Suspense fallback={null}>
        <EmailedCode
          pending={signIn.pending}
          signIn={signIn}
          level={level}
          fixed={fixedEmail !== undefined}
        />
      </Suspense>
    );
  }
  const choose = () => {
    setByPassword(!byPassword);
    signIn.dismissProblem();
    forget();
  };
  return (
    <>
      {intro}
      <EmailStep
        autoFocus={autoFocus || signIn.startedOver}
        autoComplete={showOtherWays && forgotten ? "username webauthn" : "email"}
        fixedEmail={fixedEmail}
        suggestedEmail={suggestedEmail}
        action={byPassword ? "Sign in" : "Send me a code"}
        busy={signIn.busy !== undefined}
        problem={signIn.problem?.belowForm ? undefined : signIn.problem}
        onSubmit={(email) =>
          byPassword ? submit((password) => signIn.signInWithPassword(email, password)) : signIn.send(email)
        }
        proof={
          byPassword && <PasswordProof field={field} error={mistake ?? passwordProblem(signIn.problem)} />
        }
      >
        {forgotten && (
          <div className={styles["others"]}>
            <button type="button" className={styles["link"]} aria-disabled={!hydrated} onClick={choose}>
              {byPassword ? "Use a code instead" : "Use a password instead"}
            </button>
            {byPassword ? forgotten : beside}
          </div>
        )}
        {beside && (byPassword || !forgotten) && <div className={styles["others"]}>{beside}</div>}
        <LastMethod />
      </EmailStep>
      {showOtherWays && hydrated && (
        <Suspense fallback={null}>
          <OtherWays
            busy={signIn.busy !== undefined}
            problem={signIn.problem?.belowForm ? signIn.problem : undefined}
            offersPasskeys={forgotten !== undefined}
            onProvider={(provider) => void signIn.leaveFor(provider)}
            onPasskey={() => void signIn.signInWithPasskey()}
            onSuggestPasskeys={signIn.suggestPasskeys}
          />
        </Suspense>
      )}
    </>
  );
}

function passwordProblem(problem: SignInProblem | undefined): string | undefined {
  return problem?.belowForm || problem?.code === "address" ? undefined : problem?.text;
}
