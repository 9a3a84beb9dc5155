import { useState } from "react";
import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import type { PlainAct } from "./selected-acts.models.ts";

/** An act that waits for a choice or a confirmation, and its requests. */
export interface AskedAct {
  act: "assign" | "tag" | "due" | PlainAct;
  requests: readonly RequestSummary[];
}

export interface Selection {
  /** As they were listed when they were selected. */
  requests: readonly RequestSummary[];
  has: (id: string) => boolean;
  /** True once anything was selected or asked. */
  isUsed: boolean;
  asked: AskedAct | undefined;
  /** Also for a request that isn't selected. */
  ask: (act: AskedAct | undefined) => void;
  /** @param range rows in their order: all from the row toggled last to this one change with it. */
  toggle: (request: RequestSummary, range?: readonly RequestSummary[]) => void;
  set: (requests: readonly RequestSummary[]) => void;
  remove: (ids: readonly string[]) => void;
}

/** Selected rows of a list. A new `scope`, such as another filter, begins with none. */
export function useSelection(scope: string): Selection {
  const [requests, setRequests] = useState<readonly RequestSummary[]>([]);
  const [isUsed, setIsUsed] = useState(false);
  const [asked, setAsked] = useState<AskedAct>();
  const [last, setLast] = useState("");
  const [known, setKnown] = useState(scope);
  if (known !== scope) {
    setKnown(scope);
    setRequests([]);
    setLast("");
  }
  const ids = new Set(requests.map(({ id }) => id));
  const set = (next: readonly RequestSummary[]) => {
    setRequests(next);
    setIsUsed(true);
  };
  return {
    requests,
    has: (id) => ids.has(id),
    isUsed,
    asked,
    ask: (act) => {
      setAsked(act);
      setIsUsed(true);
    },
    toggle: (request, range = []) => {
      const places = [last, request.id].map((id) => range.findIndex((row) => row.id === id));
      const changed = places.includes(-1)
        ? [request]
        : range.slice(Math.min(...places), Math.max(...places) + 1);
      const others = requests.filter(({ id }) => changed.every((row) => row.id !== id));
      set(ids.has(request.id) ? others : [...others, ...changed]);
      setLast(request.id);
    },
    set,
    remove: (removed) => setRequests((now) => now.filter(({ id }) => !removed.includes(id))),
  };
}
