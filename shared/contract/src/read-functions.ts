import type { Database } from "./database.types.ts";

/**
 * The database's functions that change nothing, marked `stable` there. PostgREST's client calls these with POST too, so
 * the method of a request doesn't tell.
 */
export const readFunctions = [
  "backup_codes_left",
  "bulk_details",
  "bulk_people",
  "email_is_stopped",
  "export_people",
  "invitations_end_on",
  "list_people",
  "list_requests",
  "my_access",
  "my_checklist",
  "my_checklists",
  "my_email_preferences",
  "my_sessions",
  "peek_invitation",
  "peek_request",
  "people_counts",
  "person_companions",
  "person_details",
  "person_requests",
  "preview_reminder",
  "request_branding",
  "request_counts",
  "request_people",
  "request_repeat",
  "saved_reasons",
  "search_people",
  "search_requests",
  "sole_ownerships",
  "unread_questions",
  "watches_request",
  "workspace_bulks",
  "workspace_contents",
  "workspace_invitations",
  "workspace_members",
  "workspace_tags",
  "workspace_templates",
] as const satisfies (keyof Database["public"]["Functions"])[];
