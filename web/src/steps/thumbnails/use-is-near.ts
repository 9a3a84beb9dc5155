import { type RefObject, useEffect, useState } from "react";
import { untilAtRest } from "./until-at-rest.ts";

/** True from when the element comes to rest near the visible area; not when somebody scrolls past it. */
export function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || isNear) return undefined;
    let isIntersecting = false;
    const observer = new IntersectionObserver(
      (entries) => {
        isIntersecting = entries.at(-1)?.isIntersecting ?? false;
        if (isIntersecting) void untilAtRest().then(() => isIntersecting && setNear(true));
      },
      { rootMargin: "25% 0%" },
    );
    observer.observe(current);
    return () => {
      isIntersecting = false;
      observer.disconnect();
    };
  }, [element, isNear]);
  return isNear;
}
