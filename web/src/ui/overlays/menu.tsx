import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { buttonClass, type ButtonLook } from "../forms/button.tsx";
import { nextIndex, typeaheadIndex } from "./menu.models.ts";
import styles from "./menu.module.css";

export interface MenuItem {
  /** Needed only where two items can have the same label. */
  id?: string;
  label: string;
  icon?: ReactNode;
  /** Makes the item a link: the page asks before it leaves unsaved input, and the browser can open it in a tab. */
  href?: string;
  onSelect: () => void;
  danger?: boolean;
  /** Makes the item a radio item with this state. */
  checked?: boolean;
  /** The item is turned on and off by itself: a checkbox rather than a radio item. */
  toggles?: boolean;
  /** Draws a separator above the item. */
  separated?: boolean;
}

interface MenuProps extends ButtonLook {
  /** Accessible name of the button; also its text if there are no children. */
  label: string;
  items: readonly MenuItem[];
  /** Non-interactive text above the items. */
  heading?: string | undefined;
  /** Content of the button. */
  children?: ReactNode;
  className?: string | undefined;
}

/** Keys typed within this time of each other count as one word. Milliseconds. */
const typeaheadPause = 500;

function roleOf({ checked, toggles }: MenuItem): "menuitem" | "menuitemradio" | "menuitemcheckbox" {
  if (checked === undefined) return "menuitem";
  return toggles ? "menuitemcheckbox" : "menuitemradio";
}

/** A button and its menu in a popover: arrows, Home, End, typeahead, Escape; focus returns to the button. */
export function Menu({ label, items, heading, children, className, ...look }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: "", at: 0 });
  const [open, setOpen] = useState(false);

  // Items that load while it is open can make it wider and higher.
  useLayoutEffect(() => {
    if (open && button.current && list.current) placeBeside(button.current, list.current);
  });

  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-item]") ?? [])];
  const focusEntry = (index: number) => entries().at(index)?.focus();
  const show = (index: number) => {
    if (!button.current || !list.current) return;
    list.current.showPopover();
    placeBeside(button.current, list.current);
    focusEntry(index);
  };
  const hide = () => {
    list.current?.hidePopover();
    button.current?.focus();
  };
  const keyInList = (event: KeyboardEvent) => {
    const current = entries().indexOf(event.target as HTMLElement);
    const next = nextIndex(event.key, current, items.length);
    if (next !== undefined) {
      event.preventDefault();
      focusEntry(next);
    } else if (event.key === "Tab") {
      list.current?.hidePopover();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      hide();
    } else if (
      event.key.length === 1 &&
      event.key !== " " &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    ) {
      const fresh = event.timeStamp - typed.current.at > typeaheadPause;
      typed.current = { text: fresh ? event.key : typed.current.text + event.key, at: event.timeStamp };
      const found = typeaheadIndex(
        items.map((item) => item.label),
        typed.current.text,
        current,
      );
      if (found >= 0) focusEntry(found);
    }
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className ?? buttonClass(look)}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        aria-label={children ? label : undefined}
        onClick={() => (open ? hide() : show(0))}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          show(event.key === "ArrowDown" ? 0 : -1);
        }}
      >
        {children ?? label}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={styles["menu"]}
        onToggle={(event) => setOpen(event.newState === "open")}
        onKeyDown={keyInList}
      >
        {heading && (
          <p className={styles["heading"]} role="presentation">
            {heading}
          </p>
        )}
        {items.map((item) => (
          <Entry key={item.id ?? item.label} item={item} onHide={hide} />
        ))}
      </div>
    </>
  );
}

function Entry({ item, onHide }: { item: MenuItem; onHide: () => void }) {
  const { href, icon, label, checked, danger, separated, onSelect } = item;
  const shared = {
    "data-item": "",
    "data-danger": danger,
    "data-separated": separated,
    role: roleOf(item),
    "aria-checked": checked,
    tabIndex: -1,
    className: styles["item"],
    onClick: (event: MouseEvent) => {
      if (href !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
      event.preventDefault();
      onHide();
      onSelect();
    },
  };
  return href === undefined ? (
    <button type="button" {...shared}>
      {icon}
      {label}
    </button>
  ) : (
    <a href={href} {...shared}>
      {icon}
      {label}
    </a>
  );
}

/**
 * Places the menu below the button, or above it if there is no room, within the window. Both begin at the same side, unless
 * the menu would end outside of the window.
 */
function placeBeside(button: HTMLElement, list: HTMLElement): void {
  const gap = 6;
  const edge = 8;
  const from = button.getBoundingClientRect();
  const size = list.getBoundingClientRect();
  const below = from.bottom + gap;
  const fitsBelow = below + size.height + edge <= window.innerHeight;
  // Without a scrollbar, which would cover the menu.
  const width = document.documentElement.clientWidth;
  const [begins, ends] = [from.left, from.right - size.width];
  const fitsRight = begins + size.width + edge <= width;
  const left = document.dir === "rtl" ? (ends < edge ? begins : ends) : fitsRight ? begins : ends;
  list.style.top = `${Math.max(edge, fitsBelow ? below : from.top - gap - size.height)}px`;
  // in both directions: measured in the window, whose end may be a gutter
  list.style.left = `${Math.max(edge, left)}px`;
}
