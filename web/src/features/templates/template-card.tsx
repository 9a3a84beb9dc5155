import { Circle, Ellipsis } from "lucide-react";
import type { Template } from "../../data/templates/template.models.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Link } from "../../lib/navigation.tsx";
import { pages } from "@sheaf/contract/pages";
import { Menu } from "../../ui/overlays/menu.tsx";
import { contentsText, usedText } from "../../data/templates/template-text.models.ts";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./templates.module.css";

interface TemplateCardProps {
  template: Template;
  now: Date;
  /** A draft is being made from it. */
  busy: boolean;
  onUse: () => void;
  onDuplicate: () => void;
  onExport: () => void;
  onArchive: () => void;
  onDelete: () => void;
}

/** A template with its first items. */
export function TemplateCard(props: TemplateCardProps) {
  const { template, now, busy, onUse, onDuplicate, onExport, onArchive, onDelete } = props;
  const { id, title, firstItems, isArchived } = template;
  return (
    <article className={styles["card"]} aria-label={title}>
      <Link className={styles["preview"]} to={pages.template.href({ id })} tabIndex={-1} aria-hidden="true">
        <span className={styles["sheet"]}>
          {[...new Set(firstItems)].map((item) => (
            <span key={item} className={styles["line"]}>
              <Circle />
              <span>{item}</span>
            </span>
          ))}
        </span>
      </Link>
      <div className={styles["facts"]}>
        <div className={styles["titled"]}>
          <h2>
            <Link to={pages.template.href({ id })}>
              <UserText>{title}</UserText>
            </Link>
          </h2>
          <Menu
            label={`Actions for ${title}`}
            variant="quiet"
            size="small"
            items={[
              { label: "Duplicate", onSelect: onDuplicate },
              { label: "Export", onSelect: onExport },
              { label: isArchived ? "Unarchive" : "Archive", onSelect: onArchive },
              { label: "Delete", danger: true, separated: true, onSelect: onDelete },
            ]}
          >
            <Ellipsis aria-hidden="true" />
          </Menu>
        </div>
        <p className={styles["contents"]}>{contentsText(template)}</p>
        <div className={styles["use"]}>
          <p>{isArchived ? "Archived" : usedText(template, { now })}</p>
          {!isArchived && (
            <Button size="small" busy={busy} aria-label={`Use ${title}`} onClick={onUse}>
              Use
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}
