import type { ReactNode } from "react";
import { Logo } from "../../ui/logo.tsx";
import { SampleRequest } from "./sample-request.tsx";
import styles from "./landing.module.css";

interface LandingProps {
  /** Links of the router, dressed as buttons. */
  signIn: ReactNode;
  ask: ReactNode;
  start: ReactNode;
}

const promises = [
  {
    title: "The same list for both",
    text: "Missing, sent, returned with a reason, accepted. Nobody asks twice.",
  },
  {
    title: "A link that lasts",
    text: "A code by email proves who they are. No account, no dead ends, any device.",
  },
  {
    title: "Private by design",
    text: "Each file is seen by the people on its list and no one else. Take everything home as one zip.",
  },
];

/** What Sheaf is, on one screen. */
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
              Send one link with a checklist. They add the files from any phone, without an account. You both
              see what is still missing, until nothing is.
            </p>
            <div className={styles["start"]}>
              {start}
              <span>Free to run yourself. Open source.</span>
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
    </div>
  );
}
