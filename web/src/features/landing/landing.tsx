import type { ReactNode } from "react";
import { Logo } from "../../ui/layout/logo.tsx";
import { LandingFooter } from "./landing-footer.tsx";
import { SampleRequest } from "./sample-request.tsx";
import styles from "./landing.module.css";

interface LandingProps {
  /** Router links styled as buttons. */
  signIn: ReactNode;
  ask: ReactNode;
  start: ReactNode;
}

const promises = [
  {
    title: "One list for both sides",
    text: "Missing, sent, returned with a reason, accepted. No chasing.",
  },
  {
    title: "A link that lasts",
    text: "Recipients verify with an emailed code. No account needed, on any device.",
  },
  {
    title: "Private by design",
    text: "Only the people on a request can see its files. Download everything as one zip.",
  },
];

export function Landing({ signIn, ask, start }: LandingProps) {
  return (
    <div className={styles["wrap"]}>
      <header className={styles["bar"]}>
        <span className={styles["brand"]}>
          <Logo size={30} />
          Sheaf
        </span>
        <nav className={styles["links"]} aria-label="Account">
          {signIn}
          <span className={styles["ask"]}>{ask}</span>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <section className={styles["hero"]}>
          <div>
            <h1>
              Ask once.
              <br />
              Get every document.
            </h1>
            <p className={styles["lead"]}>
              Send one link with a checklist. Recipients add files from any phone, without an account. You
              both see what’s still missing.
            </p>
            <div className={styles["start"]}>
              {start}
              <span>Self-host for free.</span>
            </div>
          </div>
          <SampleRequest />
        </section>
        <section className={styles["three"]} aria-label="Why Sheaf">
          {promises.map(({ title, text }) => (
            <div key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          ))}
        </section>
      </main>
      <LandingFooter />
    </div>
  );
}
