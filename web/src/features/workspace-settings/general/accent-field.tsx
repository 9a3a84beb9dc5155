import { accents, isAccent } from "@sheaf/contract/branding";
import { Check } from "lucide-react";
import { Button } from "../../../ui/forms/button.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { darkened, isOffered } from "./accent.models.ts";
import styles from "./general.module.css";

interface AccentFieldProps {
  /** Such as "#0f6a54". */
  accent: string;
  onChange: (accent: string) => void;
}

/** Choice of a colour, and the error of a custom one. */
export function AccentField({ accent, onChange }: AccentFieldProps) {
  return (
    <fieldset className={styles["accents"]}>
      <legend>Accent colour</legend>
      <div className={styles["swatches"]}>
        {Object.entries(accents).map(([name, colour]) => (
          <label key={name} className={styles["swatch"]} title={name}>
            <input
              type="radio"
              name="accent"
              aria-label={name}
              checked={accent === colour}
              onChange={() => onChange(colour)}
              style={{ backgroundColor: colour }}
            />
            <Check aria-hidden="true" />
          </label>
        ))}
        <label className={styles["custom"]} data-chosen={!isOffered(accent)}>
          <input
            type="color"
            value={accent}
            onChange={(event) => onChange(event.target.value.toLowerCase())}
          />
          Other colour
        </label>
      </div>
      <div role="status">
        {isAccent(accent) ? (
          <p className={styles["readable"]}>
            <Check aria-hidden="true" /> Readable on white and on dark
          </p>
        ) : (
          <Notice tone="waiting">
            This colour is too light to read.{" "}
            <Button size="small" onClick={() => onChange(darkened(accent))}>
              Use a darker one
            </Button>
          </Notice>
        )}
      </div>
    </fieldset>
  );
}
