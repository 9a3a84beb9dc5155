import type { ReactNode } from "react";
import type { ReceivedItem } from "../../../../data/inbox/received-item.models.ts";

export interface ControlProps {
  item: ReceivedItem;
  /** Accessible name. */
  label: string;
  /** In stored form; "" for none. */
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}

type Asked = Pick<ReceivedItem, "choices" | "multiple">;

/** A recipient's form for items of one kind. */
export interface WrittenKindForm {
  Control: (props: ControlProps) => ReactNode;
  /** Drops the parts of an answer that no longer fit because the requester has changed the item. */
  fit: (text: string, item: Asked) => string;
  /** Why the answer can't be sent; "" if it can. */
  problem: (text: string, item: Asked) => string;
  /** Follows the sentence about a failure. */
  kept: string;
}
