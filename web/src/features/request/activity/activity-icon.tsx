import type { EventKind } from "@sheaf/contract/states";
import {
  Ban,
  Bell,
  CalendarDays,
  Check,
  Eye,
  FileWarning,
  type LucideIcon,
  Mail,
  MailX,
  MessageCircle,
  Pause,
  Pencil,
  Send,
  Trash2,
  Undo2,
  Upload,
} from "lucide-react";
import { declinedKind, type RequestEvent } from "../../../data/events/event.models.ts";

const icons: Partial<Record<EventKind, LucideIcon>> = {
  sent: Send,
  opened: Eye,
  file_added: Upload,
  file_damaged: FileWarning,
  file_removed: Trash2,
  file_returned: Undo2,
  returned: Undo2,
  answered: Pencil,
  accepted: Check,
  waived: Check,
  received_elsewhere: Check,
  done: Check,
  paused: Pause,
  title_changed: Pencil,
  message_changed: Pencil,
  due_changed: Pencil,
  item_changed: Pencil,
  invited: Mail,
  reminded: Bell,
  unreachable: MailX,
  promised: CalendarDays,
  question_asked: MessageCircle,
  question_answered: MessageCircle,
};

/** The kind of an act. Decorative; other kinds have a dot. */
export function ActivityIcon({ event }: { event: RequestEvent }) {
  const Icon = declinedKind(event) ? Ban : icons[event.kind];
  return Icon ? <Icon aria-hidden="true" /> : <i aria-hidden="true" />;
}
