import { pages } from "@sheaf/contract/pages";
import type { ReactNode } from "react";
import { Link } from "../../lib/navigation.tsx";
import { buttonClass } from "../../ui/forms/button.tsx";
import { Logo } from "../../ui/layout/logo.tsx";
import { BothSides } from "./both-sides.tsx";
import { LandingFooter } from "./landing-footer.tsx";
import { ReceiptSample, ReminderSample, ReviewSample } from "./samples.tsx";
import styles from "./landing.module.css";

/** The start page: one request from both sides, three things that Sheaf does, and a way in for people who were asked. */
export function Landing() {
  return (
    <div className={styles["wrap"]}>
      <header className={styles["bar"]}>
        <span className={styles["brand"]}>
          <Logo size={30} />
          Sheaf
        </span>
        <nav className={styles["links"]} aria-label="Account">
          <Link className={buttonClass({ variant: "quiet" })} to={pages.inbox.href()}>
            Someone asked me for documents
          </Link>
          <Link className={buttonClass()} to={pages.signIn.href()}>
            Sign in
          </Link>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <section className={styles["hero"]}>
          <h1>
            Ask once.
            <br />
            Get every document.
          </h1>
          <div>
            <p className={styles["lead"]}>
              Send one link with a checklist. Recipients add files from any phone, without an account. You
              both see what’s still missing, until nothing is.
            </p>
            <div className={styles["start"]}>
              <Link
                className={buttonClass({ variant: "primary", size: "large" })}
                to={pages.signUp.href({ next: pages.newRequest.href() })}
              >
                Ask for documents
              </Link>
              <span>Open source. Run it yourself for free.</span>
            </div>
          </div>
        </section>
        <BothSides />
        <Strip
          title="Is this file good?"
          text="See each file at full size, one at a time. Accept it, or return it with a reason, which is the first thing the recipient reads. You both see the decision."
          sample={<ReviewSample />}
        />
        <Strip
          title="Reminders that know what’s missing"
          text="Each one lists only what is left for that person. It waits for the date they promised, and never goes out while they’re on the page. When nothing is missing, nothing is sent."
          sample={<ReminderSample />}
        />
        <Strip
          title="A receipt anyone can check"
          text={
            <>
              It says which file arrived, when, and what was decided. Drop the receipt and the files on{" "}
              <Link to={pages.verify.href()}>the check page</Link>: your browser compares them, and nothing is
              uploaded.
            </>
          }
          sample={<ReceiptSample />}
        />
        <section className={styles["asked"]}>
          <h2>Someone asked you for documents?</h2>
          <p>
            Open the link in the email they sent. If you can’t find it, your email address is enough: we’ll
            send a code, and you’ll see what’s needed from you.
          </p>
          <Link className={buttonClass()} to={pages.inbox.href()}>
            See what’s needed from me
          </Link>
        </section>
      </main>
      <LandingFooter />
    </div>
  );
}

interface StripProps {
  title: string;
  text: ReactNode;
  sample: ReactNode;
}

function Strip({ title, text, sample }: StripProps) {
  return (
    <section className={styles["strip"]}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {sample}
    </section>
  );
}
