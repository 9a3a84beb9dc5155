import { pages } from "@sheaf/contract/pages";
import type { ReactNode } from "react";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { Link } from "../../lib/navigation.tsx";
import { buttonClass } from "../../ui/forms/button.tsx";
import { Logo } from "../../ui/layout/logo.tsx";
import styles from "./open-layout.module.css";
import { PlainLayout } from "./plain-layout.tsx";

/** For pages that are the same for everybody, signed in or not. */
export function OpenLayout({ children }: { children: ReactNode }) {
  const isSignedIn = identityOf(useSession()) !== undefined;
  const header = (
    <header className={styles["header"]}>
      <Link className={styles["brand"]} to={pages.landing.href()} aria-label="Sheaf, home page">
        <Logo />
        <span>Sheaf</span>
      </Link>
      {!isSignedIn && (
        <Link className={buttonClass()} to={pages.signIn.href()}>
          Sign in
        </Link>
      )}
    </header>
  );
  return <PlainLayout header={header}>{children}</PlainLayout>;
}
