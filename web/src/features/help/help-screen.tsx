import type { ReactNode } from "react";
import { operatorLinks } from "../../lib/operator-links.ts";
import { LinkButton } from "../../ui/forms/button.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { guide } from "./guide.models.ts";
import styles from "./help.module.css";

/** A short guide, and the operator's contact. */
export function HelpScreen({ links }: { links: ReactNode }) {
  const contact = operatorLinks(document).find(({ to }) => to === "contact");
  return (
    <div className={styles["page"]}>
      <h1>Help</h1>
      {guide.map(({ title, steps }) => (
        <SectionCard key={title} title={title}>
          <ul className={styles["steps"]}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </SectionCard>
      ))}
      <SectionCard
        title="Ask someone"
        text={
          contact
            ? "Contact the people who run this site."
            : "Ask the administrator of this site. No contact address has been set up."
        }
        footer={contact && <LinkButton href={contact.url}>Contact</LinkButton>}
      />
      <p className={styles["foot"]}>{links}</p>
    </div>
  );
}
