import { pages } from "@sheaf/contract/pages";
import type { Ref } from "react";
import { Link } from "../../lib/navigation.tsx";
import { OneOrMany } from "../../steps/request-kind/one-or-many.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./bulk-send.module.css";
import { Steps } from "./steps.tsx";

interface BulkSendHeadProps {
  title: string;
  template?: { id: string | null; title: string };
  /** The current step, from 0. */
  at: number;
  heading?: Ref<HTMLHeadingElement>;
}

/** The way back, and the current step. */
export function BulkSendHead({ title, template, at, heading }: BulkSendHeadProps) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p className={styles["crumb"]}>
        <Link to={pages.requests.href()}>Requests</Link>
        {template && " / "}
        {template &&
          (template.id === null ? (
            template.title
          ) : (
            <Link to={pages.template.href({ id: template.id })}>
              <UserText>{template.title}</UserText>
            </Link>
          ))}
      </p>
      <header className={styles["head"]}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {template === undefined ? <OneOrMany current="many" /> : <Steps at={at} />}
      </header>
    </>
  );
}
