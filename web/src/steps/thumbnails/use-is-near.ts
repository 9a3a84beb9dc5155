import { type RefObject, useEffect, useState } from "react";
import { untilAtRest } from "./until-at-rest.ts";

/** Heights of the visible area beyond its edges: within the first an element is near, outside the second it no longer is. */
const [nearMargin, farMargin] = ["25% 0%", "100% 0%"];

/**
 * True once the element comes to rest near the visible area and until it is far away; not while the user scrolls past.
 */
export function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    let isIntersecting = false;
    const near = new IntersectionObserver(
      (entries) => {
        isIntersecting = entries.at(-1)?.isIntersecting ?? false;
        if (isIntersecting) void untilAtRest().then(() => isIntersecting && setNear(true));
      },
      { rootMargin: nearMargin },
    );
    const far = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)?.isIntersecting) setNear(false);
      },
      { rootMargin: farMargin },
    );
    near.observe(current);
    far.observe(current);
    return () => {
      isIntersecting = false;
      near.disconnect();
      far.disconnect();
    };
  }, [element]);
  return isNear;
}
