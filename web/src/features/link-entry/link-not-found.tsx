import { pages } from "@sheaf/contract/pages";
import { Link } from "../../lib/navigation.tsx";
import styles from "./link-entry.module.css";
import { NarrowPage } from "../../ui/layout/narrow-page.tsx";
import { buttonClass } from "../../ui/forms/button.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";

/** Shown alike for wrong, replaced and cancelled links, so that a guessed token reveals nothing. */
export function LinkNotFound() {
  return (
    <NarrowPage>
      <PageTitle>This link doesn’t work</PageTitle>
      <meta name="referrer" content="no-referrer" />
      <h1>This link doesn’t work</h1>
      <p className={styles["text"]}>
        It may have been replaced by a newer link, or the request was cancelled. Check that you copied the
        whole link, or ask the person who sent it.
      </p>
      <p className={styles["text"]}>Anything you already added is safe.</p>
      <Link className={buttonClass()} to={pages.inbox.href()}>
        See requests sent to you
      </Link>
    </NarrowPage>
  );
}
