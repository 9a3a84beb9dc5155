import { type RefObject, useEffect, useState } from "react";
import { useReadQuestions } from "../../data/questions/read-questions.mutation.ts";

interface SeenItem {
  itemId: string;
  /** Time of its newest message. */
  newest: string | null;
  isUnread: boolean;
}

/** Marks an item's questions as read once they are in view in a visible page. */
export function useReadWhenSeen(element: RefObject<Element | null>, { itemId, newest, isUnread }: SeenItem) {
  const { mutate } = useReadQuestions();
  const isInView = useIsInView(element);
  useEffect(() => {
    if (isInView && isUnread && newest !== null) mutate({ itemId, until: newest });
  }, [isInView, isUnread, itemId, newest, mutate]);
}

function useIsInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    let isIntersecting = false;
    const update = () => setInView(isIntersecting && document.visibilityState === "visible");
    const observer = new IntersectionObserver((entries) => {
      isIntersecting = entries.at(-1)?.isIntersecting ?? false;
      update();
    });
    observer.observe(current);
    document.addEventListener("visibilitychange", update);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", update);
    };
  }, [element]);
  return isInView;
}
