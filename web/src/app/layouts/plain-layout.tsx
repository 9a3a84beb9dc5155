import { Outlet } from "react-router-dom";
import { ClockHint } from "./clock-hint.tsx";
import styles from "./plain-layout.module.css";
import { SkipLink } from "./skip-link.tsx";

/** A page on its own: no navigation, nothing to choose but what the page asks. */
export function PlainLayout() {
  return (
    <>
      <SkipLink />
      <main id="main" className={styles["main"]} tabIndex={-1}>
        <ClockHint />
        <Outlet />
      </main>
    </>
  );
}
