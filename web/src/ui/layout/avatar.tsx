import styles from "./avatar.module.css";
import { classNames } from "../theme/class-names.ts";

/**
 * One or two letters for a name or an address: "Anna Lind" → "AL", "Okafor & Lind, accountants" → "OL",
 * "anna@lind.example" → "A".
 */
export function initialsOf(name: string): string {
  const words = name
    // Text after a comma or a bracket describes the name, unless it is its other half: "Lind, Anna".
    .replace(/@.*|(?<=\s\S.*)[,(].*/s, "")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = chosen.map((word) => word?.match(/[\p{L}\p{N}]/u)?.[0] ?? "").join("");
  return letters.toLocaleUpperCase() || "?";
}

interface AvatarProps {
  name: string;
  size?: "small" | "medium" | "large";
  /** Square for a workspace, round for a person. */
  shape?: "round" | "square";
}

/** Initials in a circle. Decorative, because the name is shown beside it. */
export function Avatar({ name, size = "medium", shape = "round" }: AvatarProps) {
  return (
    <span
      className={classNames(styles["avatar"], styles[size], styles[shape])}
      // Rendered by CSS, because text would become part of the accessible name of a surrounding button.
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  );
}

/** Up to three avatars and the number of others. */
export function AvatarGroup({ names }: { names: readonly string[] }) {
  const shown = names.slice(0, 3);
  const rest = names.length - shown.length;
  return (
    <span className={styles["group"]} aria-hidden="true">
      {shown.map((name, place) => {
        // Two people can have the same name.
        const namesakes = shown.slice(0, place).filter((other) => other === name).length;
        return <Avatar key={`${name} ${namesakes}`} name={name} />;
      })}
      {rest > 0 && (
        <span
          className={classNames(styles["avatar"], styles["medium"], styles["round"])}
          data-initials={`+${rest}`}
        />
      )}
    </span>
  );
}
