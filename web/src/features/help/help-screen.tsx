import type { ReactNode } from "react";
import { operatorLinks } from "../../lib/operator-links.ts";
import { LinkButton } from "../../ui/forms/button.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { guide } from "./guide.models.ts";
import styles from "./help.module.css";

/** A short guide, and whom to ask. */
export function HelpScreen({ trustLink }: { trustLink: ReactNode }) {
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
            ? "The people who run this site can help you further."
            : "Ask the administrator of this site. They haven’t named an address here."
        }
        footer={contact && <LinkButton href={contact.url}>Contact</LinkButton>}
      />
      <p className={styles["foot"]}>{trustLink}</p>
    </div>
  );
}
