import { pages } from "@sheaf/contract/pages";
import { Link } from "react-router-dom";
import styles from "./link-entry.module.css";
import { Logo } from "../../ui/logo.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

/** One page for every link that leads nowhere: wrong, replaced and withdrawn look alike, so that nothing can be guessed. */
export function LinkNowhere() {
  return (
    <div className={styles["page"]}>
      <PageTitle>This link leads nowhere</PageTitle>
      <meta name="referrer" content="no-referrer" />
      <Logo size={40} label="Sheaf" />
      <h1 className={styles["title"]}>This link leads nowhere</h1>
      <p className={styles["words"]}>
        It may have been replaced by a newer one, or what it asked for is no longer needed. Check that you
        copied the whole line, or ask the person who sent it.
      </p>
      <p className={styles["words"]}>Nothing that you added before is lost.</p>
      <Link className={buttonClass()} to={pages.inbox.href()}>
        See what is asked of you
      </Link>
    </div>
  );
}
