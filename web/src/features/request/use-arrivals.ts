import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { eventKeys } from "../../data/events/keys.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { arrivalText, emailsTo, filesIn } from "./arrivals.models.ts";

/**
 * Announcement of files that arrive while the page is open. Also refetches the history, but only when the request's last
 * activity or what became of its emails has changed.
 */
export function useArrivals({ id, items, lastActivityAt, people }: Request): string {
  const cache = useQueryClient();
  const known = useRef(filesIn(items));
  const newest = `${lastActivityAt} ${emailsTo(people)}`;
  const seen = useRef(newest);
  const [announced, setAnnounced] = useState("");

  useEffect(() => {
    if (seen.current === newest) return;
    seen.current = newest;
    void cache.invalidateQueries({ queryKey: eventKeys.ofRequest(id) });
  }, [cache, id, newest]);

  useEffect(() => {
    const text = arrivalText(items, known.current);
    known.current = filesIn(items);
    if (text !== "") setAnnounced(text);
  }, [items]);
  return announced;
}
