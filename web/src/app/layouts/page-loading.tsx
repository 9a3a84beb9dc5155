import { useSession } from "../../lib/auth/session.ts";
import { Logo } from "../../ui/layout/logo.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import styles from "./page-loading.module.css";

/** Shown while the first page loads, and while the session cannot be confirmed. */
export function PageLoading() {
  const session = useSession();
  const offline = session.status === "unknown" && session.offline;
  return (
    <main className={styles["loading"]} tabIndex={-1} aria-busy={!offline}>
      <Logo size={34} label="Sheaf" />
      <div className={styles["text"]}>
        {offline && (
          <>
            <h1>We can’t reach the service</h1>
            <p>You’re still signed in. We’ll keep trying.</p>
          </>
        )}
      </div>
      <LiveRegion message={offline ? "We can’t reach the service. We’ll keep trying." : "Loading"} />
    </main>
  );
}
