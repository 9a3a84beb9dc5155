import { initialsOf } from "./avatar.models.ts";
import styles from "./avatar.module.css";
import { classNames } from "./class-names.ts";

interface AvatarProps {
  name: string;
  size?: "small" | "medium" | "large";
  /** Square for a workspace, round for a person. */
  shape?: "round" | "square";
}

/** Initials in a circle. Decoration: the name stands beside it. */
export function Avatar({ name, size = "medium", shape = "round" }: AvatarProps) {
  return (
    <span
      className={classNames(styles["avatar"], styles[size], styles[shape])}
      // Drawn by the style sheet: as text they would count as a part of the name of a button around them.
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  );
}

/** Up to three avatars and the number of the rest. */
export function AvatarGroup({ names }: { names: readonly string[] }) {
  const shown = names.slice(0, 3);
  const rest = names.length - shown.length;
  return (
    <span className={styles["group"]} aria-hidden="true">
      {shown.map((name, place) => {
        // Two people may have one name.
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
