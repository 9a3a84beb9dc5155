import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { eventKeys } from "../../data/events/keys.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { arrivalWords, filesIn } from "./arrivals.models.ts";

/**
 * What to say aloud about files that came while the page is open. Whenever something happened the history is read anew,
 * so that it need not be asked for each time.
 */
export function useArrivals({ id, items, lastActivityAt }: Request): string {
  const cache = useQueryClient();
  const known = useRef(filesIn(items));
  const seen = useRef(lastActivityAt);
  const [said, setSaid] = useState("");

  useEffect(() => {
    if (seen.current === lastActivityAt) return;
    seen.current = lastActivityAt;
    void cache.invalidateQueries({ queryKey: eventKeys.ofRequest(id) });
  }, [cache, id, lastActivityAt]);

  useEffect(() => {
    const words = arrivalWords(items, known.current);
    known.current = filesIn(items);
    if (words !== "") setSaid(words);
  }, [items]);
  return said;
}
