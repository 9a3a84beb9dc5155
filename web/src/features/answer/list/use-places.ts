import { useState } from "react";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { placeItems } from "./order.models.ts";

/** Ranks of the items. They stay the same while the page is open, so that nothing jumps after an answer. */
export function usePlaces(request: ReceivedRequest) {
  const [placed, setPlaced] = useState(() => ({ request, places: placeItems(new Map(), request.items) }));
  const renew = () => setPlaced({ request, places: placeItems(new Map(), request.items) });
  if (placed.request === request) return { places: placed.places, renew };
  const next = { request, places: placeItems(placed.places, request.items) };
  setPlaced(next);
  return { places: next.places, renew };
}
