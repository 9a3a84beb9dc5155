import { limits } from "@sheaf/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { suggestedPeopleOptions } from "../../../data/people/suggested-people.query.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { type EditorRecipient, isWholeAddress } from "../../../steps/addresses/pasted-addresses.models.ts";
import { type Suggestion, toSuggestions } from "./suggestions.models.ts";

/** Milliseconds after the last keystroke. */
const pause = 100;

interface Suggesting {
  workspaceId: string;
  typed: string;
  recipients: readonly EditorRecipient[];
}

interface Suggested {
  suggestions: readonly Suggestion[];
  isOpen: boolean;
  /** The suggestions are still those for what was typed before. */
  isPending: boolean;
  /** Place of the row that Enter chooses, where the last one adds a new person; undefined if Enter adds what was typed. */
  active: number | undefined;
  move: (by: 1 | -1) => void;
  /** Until something else is typed. */
  close: () => void;
}

/** The people who fit what is typed, and which of them is chosen by the keyboard. */
export function useSuggestions({ workspaceId, typed, recipients }: Suggesting): Suggested {
  const text = typed.trim().slice(0, limits.searchLength);
  const search = useDebounced(text, pause);
  const found = useQuery(suggestedPeopleOptions({ workspaceId, search }));
  const suggestions = text === "" || search === "" ? [] : toSuggestions(found.data ?? [], recipients);
  /** The choice for this text; undefined before the arrows are used. */
  const [choice, setChoice] = useState<{ text: string; place: number | undefined }>();
  const [closedFor, setClosedFor] = useState("");
  const isOpen = text !== "" && closedFor !== text;
  const isPending = search !== text || found.isPlaceholderData || found.isLoading;
  // A whole address is added as it was typed.
  const first = isWholeAddress(text) || isPending ? undefined : 0;
  const active = choice?.text === text ? choice.place : first;
  const move = (by: 1 | -1) => {
    const rows = suggestions.length + 1;
    const from = active ?? (by === 1 ? -1 : 0);
    setChoice({ text, place: (from + by + rows) % rows });
  };
  return {
    suggestions,
    isOpen,
    isPending,
    active: isOpen ? active : undefined,
    move,
    close: () => setClosedFor(text),
  };
}
