import { type ReactNode, Suspense, useState } from "react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { EmailStep } from "./email-step.tsx";
import { LastMethod } from "./last-method.tsx";
import { MailedCode, OtherWays } from "./later-steps.ts";
import { PasswordProof, usePasswordProof } from "./password-proof.tsx";
import styles from "./sign-in.module.css";
import type { SignInProblem } from "./sign-in-problem.ts";
import { useSignIn } from "./use-sign-in.ts";

interface SignInFormProps {
  /** Where the link in the mail leads; a path of our own. */
  next: string;
  /** Heading and words above the address; the second step has its own. */
  intro: ReactNode;
  /** Called once after this form has signed somebody in, when the session store knows. */
  onSignedIn: () => void;
  /** The one address that may be used here. */
  fixedEmail?: string;
  /** Start in the address field, where nothing else is to be read first. */
  autoFocus?: boolean;
  /** Where a forgotten password is helped with. Without it this form takes no password. */
  forgotten?: ReactNode;
  /** Another page to go to instead. */
  beside?: ReactNode;
  /** Offer what the platform can do besides: passkeys and providers. */
  ways?: boolean;
}

/** Every way in, by one form: an address, then eight digits or the link; or a password. */
export function SignInForm({
  next,
  intro,
  onSignedIn,
  fixedEmail,
  autoFocus = false,
  forgotten,
  beside,
  ways = false,
}: SignInFormProps) {
  const signIn = useSignIn({ purpose: "sign-in", next, onSignedIn });
  const hydrated = useHydrated();
  const [byPassword, setByPassword] = useState(false);
  const { field, mistake, submit, forget } = usePasswordProof();

  if (signIn.pending) {
    return (
      <Suspense fallback={null}>
        <MailedCode pending={signIn.pending} signIn={signIn} fixed={fixedEmail !== undefined} />
      </Suspense>
    );
  }
  const choose = () => {
    setByPassword(!byPassword);
    signIn.forgetProblem();
    forget();
  };
  return (
    <>
      {intro}
      <EmailStep
        autoFocus={autoFocus}
        autoComplete={ways ? "username webauthn" : "email"}
        fixedEmail={fixedEmail}
        action={byPassword ? "Sign in" : "Send me a code"}
        busy={signIn.busy !== undefined}
        problem={signIn.problem?.way ? undefined : signIn.problem}
        onSubmit={(email) =>
          byPassword ? submit((password) => signIn.enterPassword(email, password)) : signIn.send(email)
        }
        proof={
          byPassword && <PasswordProof field={field} error={mistake ?? passwordProblem(signIn.problem)} />
        }
      >
        {forgotten && (
          <div className={styles["others"]}>
            <button type="button" className={styles["link"]} onClick={choose}>
              {byPassword ? "Use a code instead" : "Use a password instead"}
            </button>
            {byPassword && forgotten}
          </div>
        )}
        {beside && <div className={styles["others"]}>{beside}</div>}
        <LastMethod />
      </EmailStep>
      {ways && hydrated && (
        <Suspense fallback={null}>
          <OtherWays
            busy={signIn.busy !== undefined}
            problem={signIn.problem?.way ? signIn.problem : undefined}
            onProvider={(provider) => void signIn.leaveFor(provider)}
            onPasskey={() => void signIn.enterByPasskey()}
            onOfferPasskeys={signIn.offerPasskeys}
          />
        </Suspense>
      )}
    </>
  );
}

function passwordProblem(problem: SignInProblem | undefined): string | undefined {
  return problem?.way || problem?.code === "address" ? undefined : problem?.text;
}
