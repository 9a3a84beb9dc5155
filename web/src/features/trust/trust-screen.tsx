import type { ReactNode } from "react";
import { operatorLinks } from "../../lib/operator-links.ts";
import { Card } from "../../ui/layout/card.tsx";
import { sections } from "./statements.models.ts";
import styles from "./trust.module.css";

/** Says in plain words what protects documents, and what doesn't. */
export function TrustScreen({
  verifyLink,
  accessibilityLink,
}: Record<"verifyLink" | "accessibilityLink", ReactNode>) {
  const contact = operatorLinks(document).find(({ to }) => to === "security" || to === "contact");
  return (
    <div className={styles["page"]}>
      <h1>How your documents are protected</h1>
      {sections.map(({ title, statements }) => (
        <Card key={title} className={styles["section"]}>
          <h2>{title}</h2>
          <ul>
            {statements.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Card>
      ))}
      <p className={styles["foot"]}>
        Do you have a receipt? {verifyLink} Is a page hard to use? {accessibilityLink}
        {contact && (
          <>
            {" "}
            Have you found a weakness? <a href={contact.url}>Tell us</a>
          </>
        )}
      </p>
    </div>
  );
}
