import { formatDay } from "../../lib/dates.ts";
import { operatorLinks } from "../../lib/operator-links.ts";
import { LinkButton } from "../../ui/forms/button.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import styles from "./accessibility.module.css";
import { answerDays, summary } from "./statement.models.ts";
import { criteria } from "./conformance.models.ts";
import { ConformanceTable } from "./conformance-table.tsx";
import { limits } from "./limits.models.ts";
import { openAcrPath } from "./open-acr-path.ts";
import { assessedOn } from "./passes.models.ts";
import { PassTable } from "./pass-table.tsx";
import { settings } from "./settings.models.ts";
import { clauseTables, countedText, criteriaTables } from "./tables.models.ts";

/** Says how far people with disabilities can use the product, how that is known, and whom to tell. */
export function AccessibilityScreen() {
  const contact = operatorLinks(document).find(({ to }) => to === "contact");
  return (
    <div className={styles["page"]}>
      <h1>Accessibility</h1>
      <p className={styles["lead"]}>
        Everyone who is asked for a document should be able to send it. This page says how close Sheaf comes
        to that, how it was checked, and whom to tell if something stops you.
      </p>
      <SectionCard title="How far it conforms">
        <ul className={styles["list"]}>
          {summary.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <li>{countedText(criteria)}</li>
        </ul>
      </SectionCard>
      <SectionCard title="Known limits">
        <ul className={styles["limits"]}>
          {limits.map(({ title, why, instead, criteria: numbers }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{why}</p>
              <p>
                <b>Instead:</b> {instead}
              </p>
              {numbers.length > 0 && <p className={styles["small"]}>WCAG {numbers.join(", ")}</p>}
            </li>
          ))}
        </ul>
      </SectionCard>
      <SectionCard title="What you can set">
        <ul className={styles["list"]}>
          {settings.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </SectionCard>
      <SectionCard
        title="Tell us what stops you"
        text={
          contact
            ? `Write to the people who run this site, also if a file can’t be sent here. You get an answer within ${answerDays} working days.`
            : "The people who run this site haven’t named a contact. Ask the person who sent you the request: they can take the document in another way."
        }
        footer={contact && <LinkButton href={contact.url}>Contact</LinkButton>}
      />
      <SectionCard
        title="How it was checked"
        text="The people who make Sheaf check it themselves, with tests that run on every change. The tests use Chromium and no other browser. No person used a screen reader, and nobody outside has audited the result."
      >
        <PassTable />
        <p className={styles["small"]}>This page was last changed on {formatDay(assessedOn)}.</p>
      </SectionCard>
      <h2 className={styles["report"]}>Conformance report</h2>
      <p className={styles["lead"]}>
        One row for each requirement, with what shows it. Without a test, a row says “Not evaluated”. Programs
        read the same rows as <a href={openAcrPath}>OpenACR</a>.
      </p>
      {[...criteriaTables, ...clauseTables].map((table) => (
        <ConformanceTable key={table.id} {...table} />
      ))}
    </div>
  );
}
