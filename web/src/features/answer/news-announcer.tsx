import { useState } from "react";
import type { ReceivedItem } from "../../data/inbox/received-item.models.ts";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { newsText } from "./news.models.ts";

interface NewsAnnouncerProps {
  items: readonly ReceivedItem[];
  /** The signed-in recipient. */
  myId: string;
}

/** Announces what changes while the page is open. A message stays until the next one replaces it. */
export function NewsAnnouncer({ items, myId }: NewsAnnouncerProps) {
  const [announced, setAnnounced] = useState({ items, message: "" });
  if (announced.items !== items) {
    setAnnounced({ items, message: newsText(announced.items, items, myId) || announced.message });
  }
  return <LiveRegion message={announced.message} />;
}
