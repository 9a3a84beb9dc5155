import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./button.module.css";
import { classNames } from "../theme/class-names.ts";

export interface ButtonLook {
  variant?: "primary" | "default" | "quiet" | "danger" | undefined;
  size?: "small" | "medium" | "large" | undefined;
  /** Full width of the container. */
  block?: boolean | undefined;
}

/** Class names that make another element look like a button, for example a router link. */
export function buttonClass({
  variant = "default",
  size = "medium",
  block = false,
}: ButtonLook = {}): string {
  return classNames(styles["button"], styles[variant], styles[size], block && styles["block"]);
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Ignores clicks while work is in progress, without losing focus or changing width. */
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

/** A plain link that looks like a button, for other sites, downloads and `mailto:`. Use the router's link for own pages. */
export function LinkButton({ variant, size, block, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={classNames(buttonClass({ variant, size, block }), className)}>
      {icon}
      {children}
    </a>
  );
}
