import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";

export interface ButtonLook {
  variant?: "primary" | "default" | "quiet" | "danger" | undefined;
  size?: "small" | "medium" | "large" | undefined;
  /** As wide as its container. */
  block?: boolean | undefined;
}

/** The look of a button for an element that is something else, a router link above all. */
export function buttonClass({
  variant = "default",
  size = "medium",
  block = false,
}: ButtonLook = {}): string {
  return classNames(styles["button"], styles[variant], styles[size], block && styles["block"]);
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Work is under way: a press does nothing more, and the button keeps its focus and its width. */
  busy?: boolean;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const { variant, size, block, busy = false, icon, className, children, onClick, type, ...rest } = props;
  return (
    <button
      {...rest}
      type={type ?? "button"}
      className={classNames(buttonClass({ variant, size, block }), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <span className={styles["spinner"]} aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

interface LinkButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement>, ButtonLook {
  icon?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

/** A plain link that looks like a button: other sites, downloads, `mailto:`. Pages of our own take the router's link. */
export function LinkButton({ variant, size, block, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={classNames(buttonClass({ variant, size, block }), className)}>
      {icon}
      {children}
    </a>
  );
}
