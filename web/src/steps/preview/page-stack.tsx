import { type ReactNode, type UIEvent, useEffect, useRef, useState } from "react";
import { type FileView, type Fit, pageAt, pageBox, type Size } from "./file-view.models.ts";
import styles from "./page-stack.module.css";

/** The pages of a file that has any, and the one in view. */
export interface Pager {
  current: number;
  count: number;
  /** Scrolls to a page, counted from 1. */
  goTo: (page: number) => void;
}

/** A page's place on the screen. */
export interface PageBox extends Size {
  /** Screen pixels per unit of the page. */
  scale: number;
  turn: number;
}

interface PageStackProps {
  label: string;
  /** Sizes of the pages before turning, in any unit. */
  pages: readonly Size[];
  view: FileView;
  usualFit: Fit;
  onPager?: ((pager: Pager) => void) | undefined;
  renderPage: (index: number, box: PageBox) => ReactNode;
}

/** Distance between pages and around them. Pixels. */
const gap = 12;

/** One page below the other, fitted, zoomed and turned, in an area that scrolls. */
export function PageStack({ label, pages, view, usualFit, onPager, renderPage }: PageStackProps) {
  const area = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const [current, setCurrent] = useState(1);
  const count = pages.length;

  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth - 2 * gap, height: element.clientHeight - 2 * gap }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    onPager?.({
      current,
      count,
      goTo: (page) => {
        const target = area.current?.children[page - 1];
        if (target instanceof HTMLElement) area.current?.scrollTo({ top: target.offsetTop - gap });
      },
    });
  }, [onPager, current, count]);

  return (
    <div
      ref={area}
      className={styles["area"]}
      tabIndex={0}
      role="region"
      aria-label={label}
      data-scrolls=""
      onScroll={(event) => setCurrent(pageInView(event))}
    >
      {Array.from(pages, (page, index) => {
        const box = pageBox({ page, room, view, usualFit });
        return (
          <div
            key={index}
            className={styles["page"]}
            style={{ width: `${box.width}px`, height: `${box.height}px` }}
          >
            {renderPage(index, { ...box, turn: view.turn })}
          </div>
        );
      })}
    </div>
  );
}

/** Number of the page in the middle of the area. */
function pageInView({ currentTarget }: UIEvent<HTMLElement>): number {
  const middle = currentTarget.getBoundingClientRect().top + currentTarget.clientHeight / 2;
  const { children } = currentTarget;
  const topOf = (index: number) => children[index]?.getBoundingClientRect().top ?? Infinity;
  return pageAt(middle, children.length, topOf);
}
