import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { eventKeys } from "../../data/events/keys.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { arrivalText, filesIn } from "./arrivals.models.ts";

/**
 * Announcement of files that arrive while the page is open. Also refetches the history, but only when the request's last
 * activity has changed.
 */
export function useArrivals({ id, items, lastActivityAt }: Request): string {
  const cache = useQueryClient();
  const known = useRef(filesIn(items));
  const seen = useRef(lastActivityAt);
  const [announced, setAnnounced] = useState("");

  useEffect(() => {
    if (seen.current === lastActivityAt) return;
    seen.current = lastActivityAt;
    void cache.invalidateQueries({ queryKey: eventKeys.ofRequest(id) });
  }, [cache, id, lastActivityAt]);

  useEffect(() => {
    const text = arrivalText(items, known.current);
    known.current = filesIn(items);
    if (text !== "") setAnnounced(text);
  }, [items]);
  return announced;
}
