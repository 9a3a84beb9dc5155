export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "12"
  }
  public: {
    Tables: {
      access_requests: {
        Row: {
          asked_at: string
          decided_at: string | null
          decided_by: string | null
          email: string
          id: string
          is_added: boolean | null
          request_id: string
          user_id: string
          workspace_id: string
        }
        Insert: {
          asked_at?: string
          decided_at?: string | null
          decided_by?: string | null
          email: string
          id?: string
          is_added?: boolean | null
          request_id: string
          user_id: string
          workspace_id: string
        }
        Update: {
          asked_at?: string
          decided_at?: string | null
          decided_by?: string | null
          email?: string
          id?: string
          is_added?: boolean | null
          request_id?: string
          user_id?: string
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "access_requests_request_id_workspace_id_fkey"
            columns: ["request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "requests"
            referencedColumns: ["id", "workspace_id"]
          },
        ]
      }
      events: {
        Row: {
          actor: string | null
          actor_name: string
          at: string
          data: NonNullable<Json>
          file_id: string | null
          hash: string | null
          item_id: string | null
          kind: string
          previous_hash: string | null
          recipient_id: string | null
          request_id: string
          salt: string | null
          seq: number
          text_hash: string | null
          workspace_id: string
        }
        Insert: {
          actor?: string | null
          actor_name: string
          at: string
          data?: NonNullable<Json>
          file_id?: string | null
          hash?: string | null
          item_id?: string | null
          kind: string
          previous_hash?: string | null
          recipient_id?: string | null
          request_id: string
          salt?: string | null
          seq: number
          text_hash?: string | null
          workspace_id: string
        }
        Update: {
          actor?: string | null
          actor_name?: string
          at?: string
          data?: NonNullable<Json>
          file_id?: string | null
          hash?: string | null
          item_id?: string | null
          kind?: string
          previous_hash?: string | null
          recipient_id?: string | null
          request_id?: string
          salt?: string | null
          seq?: number
          text_hash?: string | null
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "events_file_id_item_id_request_id_workspace_id_fkey"
            columns: ["file_id", "item_id", "request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "files"
            referencedColumns: ["id", "item_id", "request_id", "workspace_id"]
          },
          {
            foreignKeyName: "events_item_id_request_id_workspace_id_fkey"
            columns: ["item_id", "request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "items"
            referencedColumns: ["id", "request_id", "workspace_id"]
          },
          {
            foreignKeyName: "events_recipient_id_request_id_workspace_id_fkey"
            columns: ["recipient_id", "request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "recipients"
            referencedColumns: ["id", "request_id", "workspace_id"]
          },
          {
            foreignKeyName: "events_request_id_workspace_id_fkey"
            columns: ["request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "requests"
            referencedColumns: ["id", "workspace_id"]
          },
        ]
      }
      files: {
        Row: {
          added_by_member: boolean
          checked_at: string | null
          checked_sha256: string | null
          checked_size: number | null
          created_at: string
          damaged: boolean
          deletion_asked_at: string | null
          deletion_refusal: string | null
          deletion_refused_at: string | null
          id: string
          item_id: string
          mime: string
          name: string
          object_key: string
          object_version: string | null
          purged_at: string | null
          removed_at: string | null
          removed_by: string | null
          request_id: string
          set_aside_at: string | null
          sha256: string | null
          size: number
          status: string
          stored_at: string | null
          uploaded_by: string
          verdict: string | null
          verdict_reason: string | null
          workspace_id: string
        }
        Insert: {
          added_by_member?: boolean
          checked_at?: string | null
          checked_sha256?: string | null
          checked_size?: number | null
          created_at?: string
          damaged?: never
          deletion_asked_at?: string | null
          deletion_refusal?: string | null
          deletion_refused_at?: string | null
          id?: string
          item_id: string
          mime: string
          name: string
          object_key?: never
          object_version?: string | null
          purged_at?: string | null
          removed_at?: string | null
          removed_by?: string | null
          request_id: string
          set_aside_at?: string | null
          sha256?: string | null
          size: number
          status?: string
          stored_at?: string | null
          uploaded_by: string
          verdict?: string | null
          verdict_reason?: string | null
          workspace_id: string
        }
        Update: {
          added_by_member?: boolean
          checked_at?: string | null
          checked_sha256?: string | null
          checked_size?: number | null
          created_at?: string
          damaged?: never
          deletion_asked_at?: string | null
          deletion_refusal?: string | null
          deletion_refused_at?: string | null
          id?: string
          item_id?: string
          mime?: string
          name?: string
          object_key?: never
          object_version?: string | null
          purged_at?: string | null
          removed_at?: string | null
          removed_by?: string | null
          request_id?: string
          set_aside_at?: string | null
          sha256?: string | null
          size?: number
          status?: string
          stored_at?: string | null
          uploaded_by?: string
          verdict?: string | null
          verdict_reason?: string | null
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "files_item_id_request_id_workspace_id_fkey"
            columns: ["item_id", "request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "items"
            referencedColumns: ["id", "request_id", "workspace_id"]
          },
        ]
      }
      item_examples: {
        Row: {
          created_at: string
          id: string
          item_id: string
          mime: string
          name: string
          object_key: string
          object_version: string | null
          request_id: string
          size: number
          status: string
          stored_at: string | null
          uploaded_by: string
          workspace_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          item_id: string
          mime: string
          name: string
          object_key: string
          object_version?: string | null
          request_id: string
          size: number
          status?: string
          stored_at?: string | null
          uploaded_by: string
          workspace_id: string
        }
        Update: {
          created_at?: string
          id?: string
          item_id?: string
          mime?: string
          name?: string
          object_key?: string
          object_version?: string | null
          request_id?: string
          size?: number
          status?: string
          stored_at?: string | null
          uploaded_by?: string
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "item_examples_item_id_request_id_workspace_id_fkey"
            columns: ["item_id", "request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "items"
            referencedColumns: ["id", "request_id", "workspace_id"]
          },
        ]
      }
      items: {
        Row: {
          accepts: string[]
          answer: string | null
          answer_erased_at: string | null
          answer_kind: string | null
          changed_at: string | null
          choices: string[]
          created_at: string
          decided_at: string | null
          decided_by: string | null
          expected_files: number
          id: string
          instructions: string
          kind: string
          multiple: boolean
          position: number
          reason: string | null
          received_elsewhere: boolean
          removed_at: string | null
          request_id: string
          required: boolean
          revision: number
          section: string
          sensitive: boolean
          status: string
          title: string
          workspace_id: string
        }
        Insert: {
          accepts?: string[]
          answer?: string | null
          answer_erased_at?: string | null
          answer_kind?: string | null
          changed_at?: string | null
          choices?: string[]
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          expected_files?: number
          id?: string
          instructions?: string
          kind?: string
          multiple?: boolean
          position: number
          reason?: string | null
          received_elsewhere?: boolean
          removed_at?: string | null
          request_id: string
          required?: boolean
          revision?: number
          section?: string
          sensitive?: boolean
          status?: string
          title: string
          workspace_id: string
        }
        Update: {
          accepts?: string[]
          answer?: string | null
          answer_erased_at?: string | null
          answer_kind?: string | null
          changed_at?: string | null
          choices?: string[]
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          expected_files?: number
          id?: string
          instructions?: string
          kind?: string
          multiple?: boolean
          position?: number
          reason?: string | null
          received_elsewhere?: boolean
          removed_at?: string | null
          request_id?: string
          required?: boolean
          revision?: number
          section?: string
          sensitive?: boolean
          status?: string
          title?: string
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "items_request_id_workspace_id_fkey"
            columns: ["request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "requests"
            referencedColumns: ["id", "workspace_id"]
          },
        ]
      }
      members: {
        Row: {
          created_at: string
          role: string
          user_id: string
          workspace_id: string
        }
        Insert: {
          created_at?: string
          role: string
          user_id: string
          workspace_id: string
        }
        Update: {
          created_at?: string
          role?: string
          user_id?: string
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "members_user_id_fkey"
            columns: ["user_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["user_id"]
          },
          {
            foreignKeyName: "members_workspace_id_fkey"
            columns: ["workspace_id"]
            isOneToOne: false
            referencedRelation: "workspaces"
            referencedColumns: ["id"]
          },
        ]
      }
      messages: {
        Row: {
          at: string
          author: string
          author_name: string
          body: string
          id: string
          is_member: boolean
          question_id: string
          request_id: string
          workspace_id: string
        }
        Insert: {
          at: string
          author: string
          author_name: string
          body: string
          id?: string
          is_member: boolean
          question_id: string
          request_id: string
          workspace_id: string
        }
        Update: {
          at?: string
          author?: string
          author_name?: string
          body?: string
          id?: string
          is_member?: boolean
          question_id?: string
          request_id?: string
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "messages_question_id_request_id_workspace_id_fkey"
            columns: ["question_id", "request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "questions"
            referencedColumns: ["id", "request_id", "workspace_id"]
          },
        ]
      }
      notes: {
        Row: {
          at: string
          author: string
          author_name: string
          body: string
          id: string
          item_id: string
          request_id: string
          workspace_id: string
        }
        Insert: {
          at?: string
          author: string
          author_name: string
          body: string
          id?: string
          item_id: string
          request_id: string
          workspace_id: string
        }
        Update: {
          at?: string
          author?: string
          author_name?: string
          body?: string
          id?: string
          item_id?: string
          request_id?: string
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "notes_item_id_request_id_workspace_id_fkey"
            columns: ["item_id", "request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "items"
            referencedColumns: ["id", "request_id", "workspace_id"]
          },
        ]
      }
      profiles: {
        Row: {
          created_at: string
          display_name: string
          user_id: string
        }
        Insert: {
          created_at?: string
          display_name: string
          user_id: string
        }
        Update: {
          created_at?: string
          display_name?: string
          user_id?: string
        }
        Relationships: []
      }
      questions: {
        Row: {
          created_at: string
          id: string
          item_id: string
          last_author: string
          last_message_at: string
          request_id: string
          resolved_at: string | null
          workspace_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          item_id: string
          last_author: string
          last_message_at: string
          request_id: string
          resolved_at?: string | null
          workspace_id: string
        }
        Update: {
          created_at?: string
          id?: string
          item_id?: string
          last_author?: string
          last_message_at?: string
          request_id?: string
          resolved_at?: string | null
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "questions_item_id_request_id_workspace_id_fkey"
            columns: ["item_id", "request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "items"
            referencedColumns: ["id", "request_id", "workspace_id"]
          },
        ]
      }
      recipient_items: {
        Row: {
          at: string
          handed_by: string
          handed_by_name: string
          item_id: string
          recipient_id: string
          request_id: string
          workspace_id: string
        }
        Insert: {
          at?: string
          handed_by: string
          handed_by_name: string
          item_id: string
          recipient_id: string
          request_id: string
          workspace_id: string
        }
        Update: {
          at?: string
          handed_by?: string
          handed_by_name?: string
          item_id?: string
          recipient_id?: string
          request_id?: string
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "recipient_items_item_id_request_id_workspace_id_fkey"
            columns: ["item_id", "request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "items"
            referencedColumns: ["id", "request_id", "workspace_id"]
          },
          {
            foreignKeyName: "recipient_items_recipient_id_request_id_workspace_id_fkey"
            columns: ["recipient_id", "request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "recipients"
            referencedColumns: ["id", "request_id", "workspace_id"]
          },
        ]
      }
      recipients: {
        Row: {
          created_at: string
          email: string
          emailed_at: string | null
          first_seen_at: string | null
          id: string
          invited_at: string | null
          last_seen_at: string | null
          muted_at: string | null
          name: string
          next_reminder_at: string | null
          promised_on: string | null
          remind_after: string
          reminders_sent: number
          removed_at: string | null
          request_id: string
          scope: string
          unreachable_at: string | null
          user_id: string | null
          visited_before_at: string | null
          workspace_id: string
          zone: string | null
        }
        Insert: {
          created_at?: string
          email: string
          emailed_at?: string | null
          first_seen_at?: string | null
          id?: string
          invited_at?: string | null
          last_seen_at?: string | null
          muted_at?: string | null
          name?: string
          next_reminder_at?: string | null
          promised_on?: string | null
          remind_after?: string
          reminders_sent?: number
          removed_at?: string | null
          request_id: string
          scope?: string
          unreachable_at?: string | null
          user_id?: string | null
          visited_before_at?: string | null
          workspace_id: string
          zone?: string | null
        }
        Update: {
          created_at?: string
          email?: string
          emailed_at?: string | null
          first_seen_at?: string | null
          id?: string
          invited_at?: string | null
          last_seen_at?: string | null
          muted_at?: string | null
          name?: string
          next_reminder_at?: string | null
          promised_on?: string | null
          remind_after?: string
          reminders_sent?: number
          removed_at?: string | null
          request_id?: string
          scope?: string
          unreachable_at?: string | null
          user_id?: string | null
          visited_before_at?: string | null
          workspace_id?: string
          zone?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "recipients_request_id_workspace_id_fkey"
            columns: ["request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "requests"
            referencedColumns: ["id", "workspace_id"]
          },
        ]
      }
      request_links: {
        Row: {
          request_id: string
          rotated_at: string
          token: string
          token_hash: string
          workspace_id: string
        }
        Insert: {
          request_id: string
          rotated_at?: string
          token: string
          token_hash: string
          workspace_id: string
        }
        Update: {
          request_id?: string
          rotated_at?: string
          token?: string
          token_hash?: string
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "request_links_request_id_workspace_id_fkey"
            columns: ["request_id", "workspace_id"]
            isOneToOne: true
            referencedRelation: "requests"
            referencedColumns: ["id", "workspace_id"]
          },
        ]
      }
      request_search: {
        Row: {
          document: unknown
          request_id: string
          workspace_id: string
        }
        Insert: {
          document: unknown
          request_id: string
          workspace_id: string
        }
        Update: {
          document?: unknown
          request_id?: string
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "request_search_request_id_workspace_id_fkey"
            columns: ["request_id", "workspace_id"]
            isOneToOne: true
            referencedRelation: "requests"
            referencedColumns: ["id", "workspace_id"]
          },
        ]
      }
      request_tags: {
        Row: {
          request_id: string
          tag_id: string
          workspace_id: string
        }
        Insert: {
          request_id: string
          tag_id: string
          workspace_id: string
        }
        Update: {
          request_id?: string
          tag_id?: string
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "request_tags_request_id_workspace_id_fkey"
            columns: ["request_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "requests"
            referencedColumns: ["id", "workspace_id"]
          },
          {
            foreignKeyName: "request_tags_tag_id_workspace_id_fkey"
            columns: ["tag_id", "workspace_id"]
            isOneToOne: false
            referencedRelation: "tags"
            referencedColumns: ["id", "workspace_id"]
          },
        ]
      }
      requests: {
        Row: {
          archived_at: string | null
          assignee: string | null
          changed_at: string | null
          closed_at: string | null
          closed_by: string | null
          created_at: string
          created_by: string
          deleted_at: string | null
          deleted_by: string | null
          deleted_from: string | null
          due_after_days: number | null
          due_on: string | null
          erase_at: string | null
          erased_at: string | null
          id: string
          invites: boolean
          is_template: boolean
          is_test: boolean
          items_accepted: number
          items_declined: number
          items_missing: number
          items_returned: number
          items_submitted: number
          items_total: number
          items_waived: number
          last_activity_at: string
          message: string
          paused_at: string | null
          reminder_plan: NonNullable<Json>
          reminders_paused_at: string | null
          required_missing: number
          required_open: number
          required_partial: number
          required_returned: number
          retain_days: number | null
          retain_sensitive_days: number | null
          revision: number
          sent_at: string | null
          sent_by: string | null
          shows_items: boolean
          status: string
          title: string
          workspace_id: string
        }
        Insert: {
          archived_at?: string | null
          assignee?: string | null
          changed_at?: string | null
          closed_at?: string | null
          closed_by?: string | null
          created_at?: string
          created_by: string
          deleted_at?: string | null
          deleted_by?: string | null
          deleted_from?: string | null
          due_after_days?: number | null
          due_on?: string | null
          erase_at?: string | null
          erased_at?: string | null
          id?: string
          invites?: boolean
          is_template?: boolean
          is_test?: boolean
          items_accepted?: number
          items_declined?: number
          items_missing?: number
          items_returned?: number
          items_submitted?: number
          items_total?: number
          items_waived?: number
          last_activity_at?: string
          message?: string
          paused_at?: string | null
          reminder_plan?: NonNullable<Json>
          reminders_paused_at?: string | null
          required_missing?: number
          required_open?: number
          required_partial?: number
          required_returned?: number
          retain_days?: number | null
          retain_sensitive_days?: number | null
          revision?: number
          sent_at?: string | null
          sent_by?: string | null
          shows_items?: boolean
          status?: string
          title: string
          workspace_id: string
        }
        Update: {
          archived_at?: string | null
          assignee?: string | null
          changed_at?: string | null
          closed_at?: string | null
          closed_by?: string | null
          created_at?: string
          created_by?: string
          deleted_at?: string | null
          deleted_by?: string | null
          deleted_from?: string | null
          due_after_days?: number | null
          due_on?: string | null
          erase_at?: string | null
          erased_at?: string | null
          id?: string
          invites?: boolean
          is_template?: boolean
          is_test?: boolean
          items_accepted?: number
          items_declined?: number
          items_missing?: number
          items_returned?: number
          items_submitted?: number
          items_total?: number
          items_waived?: number
          last_activity_at?: string
          message?: string
          paused_at?: string | null
          reminder_plan?: NonNullable<Json>
          reminders_paused_at?: string | null
          required_missing?: number
          required_open?: number
          required_partial?: number
          required_returned?: number
          retain_days?: number | null
          retain_sensitive_days?: number | null
          revision?: number
          sent_at?: string | null
          sent_by?: string | null
          shows_items?: boolean
          status?: string
          title?: string
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "requests_assignee_fkey"
            columns: ["workspace_id", "assignee"]
            isOneToOne: false
            referencedRelation: "members"
            referencedColumns: ["workspace_id", "user_id"]
          },
          {
            foreignKeyName: "requests_workspace_id_fkey"
            columns: ["workspace_id"]
            isOneToOne: false
            referencedRelation: "workspaces"
            referencedColumns: ["id"]
          },
        ]
      }
      saved_views: {
        Row: {
          id: string
          name: string
          query: string
          user_id: string
          workspace_id: string
        }
        Insert: {
          id?: string
          name: string
          query: string
          user_id: string
          workspace_id: string
        }
        Update: {
          id?: string
          name?: string
          query?: string
          user_id?: string
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "saved_views_workspace_id_user_id_fkey"
            columns: ["workspace_id", "user_id"]
            isOneToOne: false
            referencedRelation: "members"
            referencedColumns: ["workspace_id", "user_id"]
          },
        ]
      }
      tags: {
        Row: {
          id: string
          name: string
          workspace_id: string
        }
        Insert: {
          id?: string
          name: string
          workspace_id: string
        }
        Update: {
          id?: string
          name?: string
          workspace_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "tags_workspace_id_fkey"
            columns: ["workspace_id"]
            isOneToOne: false
            referencedRelation: "workspaces"
            referencedColumns: ["id"]
          },
        ]
      }
      workspaces: {
        Row: {
          accent: string | null
          created_at: string
          id: string
          logo: string | null
          name: string
          reminder_plan: NonNullable<Json>
          require_second_factor: boolean
          retain_days: number | null
          retain_sensitive_days: number | null
          second_factor_from: string | null
          zone: string
        }
        Insert: {
          accent?: string | null
          created_at?: string
          id?: string
          logo?: string | null
          name: string
          reminder_plan?: NonNullable<Json>
          require_second_factor?: boolean
          retain_days?: number | null
          retain_sensitive_days?: number | null
          second_factor_from?: string | null
          zone?: string
        }
        Update: {
          accent?: string | null
          created_at?: string
          id?: string
          logo?: string | null
          name?: string
          reminder_plan?: NonNullable<Json>
          require_second_factor?: boolean
          retain_days?: number | null
          retain_sensitive_days?: number | null
          second_factor_from?: string | null
          zone?: string
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      accept_invitation: {
        Args: { name?: string; token: string }
        Returns: string
      }
      add_note: { Args: { body: string; item: string }; Returns: string }
      add_people: {
        Args: { people: Json; workspace: string }
        Returns: {
          added: number
          known: number
        }[]
      }
      add_template_items: {
        Args: { request: string; revision: number; template: string }
        Returns: number
      }
      allow_address: { Args: { address: string }; Returns: string }
      answer_item: {
        Args: { answer: string; item: string; kind: string; revision: number }
        Returns: number
      }
      answer_question: {
        Args: { body: string; question: string }
        Returns: undefined
      }
      archive_request: { Args: { request: string }; Returns: undefined }
      archive_template: {
        Args: { archived: boolean; template: string }
        Returns: undefined
      }
      ask_deletion: { Args: { file: string }; Returns: undefined }
      ask_for_receipt: { Args: { request: string }; Returns: Json }
      ask_question: { Args: { body: string; item: string }; Returns: string }
      assign_request: {
        Args: { assignee: string; request: string }
        Returns: string
      }
      backup_codes_left: { Args: Record<PropertyKey, never>; Returns: number }
      begin_example: {
        Args: { item: string; mime: string; name: string; size: number }
        Returns: {
          example_id: string
          object_key: string
        }[]
      }
      begin_member_upload: {
        Args: { item: string; mime: string; name: string; size: number }
        Returns: {
          file_id: string
          object_key: string
        }[]
      }
      begin_restore: { Args: { file: string }; Returns: boolean }
      begin_upload: {
        Args: { item: string; mime: string; name: string; size: number }
        Returns: {
          file_id: string
          object_key: string
        }[]
      }
      bulk_details: {
        Args: { job: string }
        Returns: {
          can_send: boolean
          created_at: string
          ends_on: string
          failed: number
          id: string
          items: number
          new_allowed: number
          new_today: number
          next_at: string
          paused_at: string
          people: number
          problems: number
          sender_name: string
          sent: number
          sent_lately: number
          stopped_at: string
          template_id: string
          template_title: string
          unsent: number
          waiting: number
          workspace_id: string
        }[]
      }
      bulk_people: {
        Args: { after?: string; filter: string; job: string }
        Returns: {
          due_on: string
          email: string
          failure: string
          name: string
          number: number
          position: string
          request_id: string
          sent_at: string
          state: string
        }[]
      }
      cancel_invitation: { Args: { invitation: string }; Returns: undefined }
      cancel_request: { Args: { request: string }; Returns: undefined }
      change_due_date: {
        Args: { due_on: string; former: string; request: string }
        Returns: boolean
      }
      change_name: { Args: { display_name: string }; Returns: string }
      change_view: {
        Args: { name?: string; query?: string; view: string }
        Returns: undefined
      }
      claim_bulk: {
        Args: { batch?: number; worker: string }
        Returns: {
          job: string
          number: number
        }[]
      }
      claim_checks: {
        Args: { batch: number; worker: string }
        Returns: {
          file: string
          object_key: string
        }[]
      }
      claim_email: {
        Args: { awaits_receipts?: boolean; site: string; worker: string }
        Returns: {
          address: string
          facts: Json
          id: string
          kind: string
          name: string
        }[]
      }
      claim_orphans: {
        Args: { after: string; bucket?: string; run: string }
        Returns: {
          object_keys: string[]
          seen_to: string
        }[]
      }
      claim_receipts: {
        Args: { batch: number; worker: string }
        Returns: {
          facts: Json
          receipt: string
        }[]
      }
      claim_removed: {
        Args: { batch: number; run: string }
        Returns: {
          kind: string
          object_key: string
        }[]
      }
      claim_repeats: {
        Args: { batch?: number; worker: string }
        Returns: {
          request: string
        }[]
      }
      close_request: { Args: { request: string }; Returns: undefined }
      create_backup_codes: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      create_request: {
        Args: { draft: Json; workspace: string }
        Returns: string
      }
      create_tag: { Args: { name: string; workspace: string }; Returns: string }
      create_template: {
        Args: { draft: Json; workspace: string }
        Returns: string
      }
      create_test: {
        Args: { draft: Json; email: string; saved?: string; workspace: string }
        Returns: string
      }
      create_workspace: {
        Args: { display_name?: string; name: string; zone?: string }
        Returns: string
      }
      decide_access: {
        Args: { access_request: string; is_added: boolean }
        Returns: undefined
      }
      decide_deletion: {
        Args: { file: string; granted: boolean; reason?: string }
        Returns: undefined
      }
      decide_item: {
        Args: {
          decision: string
          files?: Json
          item: string
          reason?: string
          revision: number
        }
        Returns: number
      }
      delete_account: { Args: { workspaces?: string[] }; Returns: undefined }
      delete_draft: { Args: { request: string }; Returns: undefined }
      delete_person: { Args: { person: string }; Returns: undefined }
      delete_request: { Args: { request: string }; Returns: undefined }
      delete_tag: { Args: { tag: string }; Returns: undefined }
      delete_view: { Args: { view: string }; Returns: undefined }
      delete_workspace: { Args: { workspace: string }; Returns: undefined }
      duplicate_request: { Args: { request: string }; Returns: string }
      edit_person: {
        Args: {
          client?: string
          name: string
          note: string
          person: string
          phone?: string
          revision: number
        }
        Returns: number
      }
      edit_request: {
        Args: { change: Json; request: string; revision: number }
        Returns: number
      }
      email_is_stopped: { Args: Record<PropertyKey, never>; Returns: boolean }
      email_report: {
        Args: Record<PropertyKey, never>
        Returns: {
          emails: number
          kind: string
          oldest: string
          outcome: string
          reason: string
        }[]
      }
      email_second_factor: {
        Args: { member: string; workspace: string }
        Returns: undefined
      }
      email_workspaces: {
        Args: Record<PropertyKey, never>
        Returns: {
          name: string
          new_allowed: number
          new_today: number
          reporters: number
          sent_today: number
          waiting: number
          workspace: string
        }[]
      }
      empty_bin: { Args: { batch: number }; Returns: number }
      end_other_sessions: { Args: Record<PropertyKey, never>; Returns: number }
      end_session: { Args: { session: string }; Returns: undefined }
      erase_expired: { Args: { batch: number }; Returns: number }
      export_people: {
        Args: { after?: string; workspace: string }
        Returns: {
          answered_at: string
          asked_at: string
          client: string
          due_on: string
          email: string
          items_left: number
          last_seen_at: string
          muted_at: string
          name: string
          note: string
          open_requests: number
          other_emails: string[]
          phone: string
          position: string
          promised_on: string
          tags: string[]
          unreachable_at: string
        }[]
      }
      file_openings: {
        Args: { file: string }
        Returns: {
          by_member: boolean
          is_loaded_only: boolean
          is_me: boolean
          last_at: string
          name: string
          times: number
        }[]
      }
      finish_bulk: {
        Args: { job: string; number: number; worker: string }
        Returns: string
      }
      finish_checks: {
        Args: { bytes: Json; worker: string }
        Returns: {
          damaged: number
          removed: number
          verified: number
        }[]
      }
      finish_email: {
        Args: {
          email: string
          outcome: string
          reason?: string
          worker: string
        }
        Returns: undefined
      }
      finish_example: { Args: { example: string }; Returns: undefined }
      finish_purge: {
        Args: { bucket?: string; object_keys: string[] }
        Returns: string[]
      }
      finish_receipt: {
        Args: { document: Json; receipt: string; worker: string }
        Returns: boolean
      }
      finish_repeat: {
        Args: { request: string; worker: string }
        Returns: string
      }
      finish_restore: {
        Args: { file: string; version: string }
        Returns: boolean
      }
      finish_upload: {
        Args: { file: string; sha256: string }
        Returns: undefined
      }
      free_expired_addresses: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      hand_off_item: {
        Args: { email: string; item: string; name?: string }
        Returns: undefined
      }
      invitations_end_on: { Args: { request: string }; Returns: string }
      invite_member: {
        Args: { email: string; role: string; workspace: string }
        Returns: string
      }
      invite_recipient: { Args: { recipient: string }; Returns: undefined }
      join_request: { Args: { token: string }; Returns: string }
      link_workspace: {
        Args: { address: string; token: string }
        Returns: string
      }
      list_people: {
        Args: {
          after?: string
          filter: string
          tag?: string
          workspace: string
        }
        Returns: {
          answered_at: string
          client: string
          due_on: string
          email: string
          id: string
          is_invited: boolean
          is_opened: boolean
          items_accepted: number
          items_left: number
          items_missing: number
          items_returned: number
          items_submitted: number
          last_seen_at: string
          muted_at: string
          name: string
          open_requests: number
          other_emails: string[]
          phone: string
          position: string
          promised_on: string
          request_id: string
          tags: string[]
          unreachable_at: string
        }[]
      }
      list_requests: {
        Args: {
          after_activity?: string
          after_due?: string
          after_id?: string
          assignee?: string
          due_from?: string
          due_until?: string
          filter: string
          repeats?: boolean
          sort: string
          tag?: string
          today: string
          workspace: string
        }
        Returns: {
          archived_at: string | null
          assignee: string | null
          changed_at: string | null
          closed_at: string | null
          closed_by: string | null
          created_at: string
          created_by: string
          deleted_at: string | null
          deleted_by: string | null
          deleted_from: string | null
          due_after_days: number | null
          due_on: string | null
          erase_at: string | null
          erased_at: string | null
          id: string
          invites: boolean
          is_template: boolean
          is_test: boolean
          items_accepted: number
          items_declined: number
          items_missing: number
          items_returned: number
          items_submitted: number
          items_total: number
          items_waived: number
          last_activity_at: string
          message: string
          paused_at: string | null
          reminder_plan: NonNullable<Json>
          reminders_paused_at: string | null
          required_missing: number
          required_open: number
          required_partial: number
          required_returned: number
          retain_days: number | null
          retain_sensitive_days: number | null
          revision: number
          sent_at: string | null
          sent_by: string | null
          shows_items: boolean
          status: string
          title: string
          workspace_id: string
        }[]
        SetofOptions: {
          from: "*"
          to: "requests"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      list_stored: {
        Args: { after: string; batch: number }
        Returns: {
          file: string
          mime: string
          object_key: string
          sha256: string
          size: number
        }[]
      }
      merge_people: {
        Args: { other: string; person: string }
        Returns: undefined
      }
      mute_request: {
        Args: { muted: boolean; request: string }
        Returns: undefined
      }
      my_access: {
        Args: Record<PropertyKey, never>
        Returns: {
          must_enroll: boolean
          second_factor_required: boolean
        }[]
      }
      my_checklist: {
        Args: { request: string }
        Returns: {
          added_by: Json
          due_on: string
          first_seen_at: string
          handed_by: string[]
          is_closed: boolean
          muted_at: string
          paused_at: string
          promised_on: string
          sender_name: string
          status: string
          title: string
          visited_before_at: string
          workspace_name: string
        }[]
      }
      my_checklists: {
        Args: Record<PropertyKey, never>
        Returns: {
          due_on: string
          handed_at: string
          id: string
          is_closed: boolean
          items: Json
          paused_at: string
          status: string
          title: string
          workspace_name: string
        }[]
      }
      my_email_preferences: {
        Args: Record<PropertyKey, never>
        Returns: {
          arrivals: string
          name: string
          workspace_id: string
        }[]
      }
      my_sessions: {
        Args: Record<PropertyKey, never>
        Returns: {
          aal: string
          created_at: string
          id: string
          ip: string
          is_current: boolean
          last_used_at: string
          user_agent: string
        }[]
      }
      next_email: {
        Args: {
          awaits_receipts?: boolean
          email: string
          outcome: string
          reason?: string
          site: string
          worker: string
        }
        Returns: {
          address: string
          facts: Json
          id: string
          kind: string
          name: string
        }[]
      }
      open_files: {
        Args: { export?: string; files: string[]; purpose: string }
        Returns: string[]
      }
      open_request: { Args: { request: string }; Returns: string }
      pause_bulk: { Args: { job: string; paused: boolean }; Returns: undefined }
      pause_request: { Args: { request: string }; Returns: undefined }
      peek_invitation: {
        Args: { token: string }
        Returns: {
          email: string
          inviter_email: string
          inviter_name: string
          role: string
          state: string
          workspace_name: string
        }[]
      }
      peek_request: {
        Args: { token: string }
        Returns: {
          accent: string
          due_on: string
          item_titles: string[]
          logo: string
          requests_done: number
          retain_days: number
          retain_sensitive_days: number
          sender_email: string
          sender_name: string
          title: string
          workspace_name: string
          workspace_since: string
        }[]
      }
      peek_stop: { Args: { token: string }; Returns: Json }
      people_counts: {
        Args: { tag?: string; workspace: string }
        Returns: {
          everyone: number
          unreached: number
          waiting: number
        }[]
      }
      person_companions: {
        Args: { person: string }
        Returns: {
          email: string
          id: string
          is_handed_by_them: boolean
          items: number
          name: string
        }[]
      }
      person_details: {
        Args: { person: string }
        Returns: {
          addresses: Json
          answer_seconds: number
          answered_at: string
          asked_at: string
          bytes: number
          client: string
          client_people: Json
          done_requests: number
          email: string
          emailed_at: string
          files: number
          given_name: string
          id: string
          is_proven: boolean
          items_left: number
          last_seen_at: string
          muted_at: string
          name: string
          next_email_at: string
          note: string
          open_requests: number
          phone: string
          revision: number
          tags: Json
          unreachable_at: string
          workspace_id: string
          zone: string
        }[]
      }
      person_requests: {
        Args: { person: string }
        Returns: {
          closed_at: string
          due_on: string
          email: string
          id: string
          is_handed: boolean
          is_muted: boolean
          is_paused: boolean
          is_unreachable: boolean
          items_accepted: number
          items_left: number
          items_missing: number
          items_returned: number
          items_submitted: number
          promised_on: string
          sent_at: string
          status: string
          title: string
        }[]
      }
      plan_email: { Args: { batch?: number }; Returns: number }
      plan_expiries: { Args: { batch: number }; Returns: number }
      postpone_check: {
        Args: { file: string; worker: string }
        Returns: undefined
      }
      preview_reminder: {
        Args: { request: string; site: string }
        Returns: Json
      }
      promise_date: {
        Args: { on: string; request: string }
        Returns: undefined
      }
      read_questions: {
        Args: { item: string; until: string }
        Returns: undefined
      }
      record_proof: {
        Args: { act: string; acting_session?: string }
        Returns: string
      }
      release_checks: { Args: { worker: string }; Returns: undefined }
      release_purge: { Args: { run: string }; Returns: undefined }
      remove_example: { Args: { example: string }; Returns: undefined }
      remove_file: { Args: { file: string }; Returns: undefined }
      remove_member: {
        Args: { member: string; successor?: string; workspace: string }
        Returns: undefined
      }
      remove_note: { Args: { note: string }; Returns: undefined }
      remove_reason: {
        Args: { reason: string; workspace: string }
        Returns: undefined
      }
      rename_tag: { Args: { name: string; tag: string }; Returns: string }
      rename_workspace: {
        Args: { name: string; workspace: string }
        Returns: undefined
      }
      reopen_request: { Args: { request: string }; Returns: undefined }
      repeat_request: {
        Args: {
          every?: string
          first_on?: string
          request: string
          title?: string
        }
        Returns: undefined
      }
      report_request: {
        Args: { note?: string; request: string }
        Returns: undefined
      }
      request_access: { Args: { token: string }; Returns: undefined }
      request_branding: {
        Args: { request: string }
        Returns: {
          accent: string
          logo: string
        }[]
      }
      request_counts: {
        Args: {
          assignee?: string
          due_from?: string
          due_until?: string
          repeats?: boolean
          tag?: string
          today: string
          workspace: string
        }
        Returns: {
          archived: number
          bin: number
          done: number
          drafts: number
          open: number
          overdue: number
          review: number
        }[]
      }
      request_details: {
        Args: { request: string }
        Returns: {
          archived_at: string | null
          assignee: string | null
          changed_at: string | null
          closed_at: string | null
          closed_by: string | null
          created_at: string
          created_by: string
          deleted_at: string | null
          deleted_by: string | null
          deleted_from: string | null
          due_after_days: number | null
          due_on: string | null
          erase_at: string | null
          erased_at: string | null
          id: string
          invites: boolean
          is_template: boolean
          is_test: boolean
          items_accepted: number
          items_declined: number
          items_missing: number
          items_returned: number
          items_submitted: number
          items_total: number
          items_waived: number
          last_activity_at: string
          message: string
          paused_at: string | null
          reminder_plan: NonNullable<Json>
          reminders_paused_at: string | null
          required_missing: number
          required_open: number
          required_partial: number
          required_returned: number
          retain_days: number | null
          retain_sensitive_days: number | null
          revision: number
          sent_at: string | null
          sent_by: string | null
          shows_items: boolean
          status: string
          title: string
          workspace_id: string
        }
        SetofOptions: {
          from: "*"
          to: "requests"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      request_people: {
        Args: { request: string }
        Returns: {
          is_me: boolean
          items: string[]
          name: string
          scope: string
        }[]
      }
      request_receipts: {
        Args: { request: string }
        Returns: {
          document: Json
          email: string
        }[]
      }
      request_repeat: {
        Args: { request: string }
        Returns: {
          can_send: boolean
          every: string
          failure: string
          following_id: string
          next_on: string
          sender_name: string
          title: string
        }[]
      }
      request_reports: {
        Args: Record<PropertyKey, never>
        Returns: {
          at: string
          note: string
          request: string
          title: string
          workspace: string
          workspace_name: string
        }[]
      }
      request_retention: {
        Args: { request: string }
        Returns: {
          days: number
          deleted_at: string
          ended_at: string
          erase_at: string
          erased_at: string
          sensitive_days: number
        }[]
      }
      resend_invitation: { Args: { invitation: string }; Returns: undefined }
      resolve_question: {
        Args: { question: string; resolved: boolean }
        Returns: undefined
      }
      restore_request: { Args: { request: string }; Returns: undefined }
      resume_email: { Args: { token: string }; Returns: string }
      resume_request: { Args: { request: string }; Returns: undefined }
      retire_files: {
        Args: { batch: number; upload_hours: number }
        Returns: number
      }
      retry_bulk: { Args: { job: string }; Returns: number }
      rotate_link: { Args: { request: string }; Returns: string }
      save_as_template: { Args: { request: string }; Returns: string }
      save_reason: {
        Args: { reason: string; workspace: string }
        Returns: undefined
      }
      save_view: {
        Args: { name: string; query: string; workspace: string }
        Returns: string
      }
      saved_reasons: { Args: { workspace: string }; Returns: string[] }
      search_people: {
        Args: { search: string; workspace: string }
        Returns: {
          answered_at: string
          client: string
          due_on: string
          email: string
          id: string
          is_invited: boolean
          is_opened: boolean
          items_accepted: number
          items_left: number
          items_missing: number
          items_returned: number
          items_submitted: number
          last_seen_at: string
          muted_at: string
          name: string
          open_requests: number
          other_emails: string[]
          phone: string
          position: string
          promised_on: string
          request_id: string
          tags: string[]
          unreachable_at: string
        }[]
      }
      search_requests: {
        Args: { search: string; workspace: string }
        Returns: {
          archived_at: string | null
          assignee: string | null
          changed_at: string | null
          closed_at: string | null
          closed_by: string | null
          created_at: string
          created_by: string
          deleted_at: string | null
          deleted_by: string | null
          deleted_from: string | null
          due_after_days: number | null
          due_on: string | null
          erase_at: string | null
          erased_at: string | null
          id: string
          invites: boolean
          is_template: boolean
          is_test: boolean
          items_accepted: number
          items_declined: number
          items_missing: number
          items_returned: number
          items_submitted: number
          items_total: number
          items_waived: number
          last_activity_at: string
          message: string
          paused_at: string | null
          reminder_plan: NonNullable<Json>
          reminders_paused_at: string | null
          required_missing: number
          required_open: number
          required_partial: number
          required_returned: number
          retain_days: number | null
          retain_sensitive_days: number | null
          revision: number
          sent_at: string | null
          sent_by: string | null
          shows_items: boolean
          status: string
          title: string
          workspace_id: string
        }[]
        SetofOptions: {
          from: "*"
          to: "requests"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      send_reminders: { Args: { request: string }; Returns: number }
      send_request: {
        Args: { invite?: boolean; request: string }
        Returns: undefined
      }
      send_to_many: {
        Args: {
          job: string
          message: string
          people: Json
          template: string
          title: string
        }
        Returns: undefined
      }
      send_update: { Args: { request: string }; Returns: undefined }
      set_email_preference: {
        Args: { arrivals: string; workspace: string; zone: string }
        Returns: undefined
      }
      set_file_aside: {
        Args: { aside: boolean; file: string }
        Returns: undefined
      }
      set_member_role: {
        Args: { member: string; role: string; workspace: string }
        Returns: undefined
      }
      set_reminders: {
        Args: { paused: boolean; plan: Json; request: string }
        Returns: undefined
      }
      set_request_retention: {
        Args: { days: number; request: string }
        Returns: undefined
      }
      set_retention: {
        Args: { days: number; sensitive_days: number; workspace: string }
        Returns: undefined
      }
      set_second_factor_requirement: {
        Args: { required: boolean; workspace: string }
        Returns: undefined
      }
      set_workspace_branding: {
        Args: { accent: string; logo: string; workspace: string }
        Returns: undefined
      }
      set_workspace_reminders: {
        Args: { plan: Json; workspace: string; zone: string }
        Returns: undefined
      }
      show_items: {
        Args: { request: string; shown: boolean }
        Returns: undefined
      }
      skip_repeat: {
        Args: { day: string; request: string }
        Returns: undefined
      }
      sole_ownerships: {
        Args: Record<PropertyKey, never>
        Returns: {
          files: number
          name: string
          other_members: number
          requests: number
          workspace_id: string
        }[]
      }
      stop_all_email: { Args: { stopped: boolean }; Returns: undefined }
      stop_bulk: { Args: { job: string }; Returns: undefined }
      stop_email: { Args: { token: string }; Returns: string }
      submit_files: {
        Args: { item: string; revision: number }
        Returns: number
      }
      suggest_clients: {
        Args: { search: string; workspace: string }
        Returns: {
          client: string
        }[]
      }
      suggest_people: {
        Args: { search: string; workspace: string }
        Returns: {
          client: string
          emails: string[]
          names: string[]
          open_requests: number
          tags: string[]
          together: number
        }[]
      }
      suppress_address: { Args: { address: string }; Returns: number }
      tag_person: {
        Args: { person: string; tag: string; tagged: boolean }
        Returns: boolean
      }
      tag_request: {
        Args: { request: string; tag: string; tagged: boolean }
        Returns: boolean
      }
      take_back_item: { Args: { item: string }; Returns: undefined }
      unarchive_request: { Args: { request: string }; Returns: undefined }
      undo_account_change: { Args: { token: string }; Returns: string }
      undo_decision: {
        Args: { item: string; revision: number }
        Returns: number
      }
      unmerge_person: { Args: { person: string }; Returns: undefined }
      unopened_requests: {
        Args: Record<PropertyKey, never>
        Returns: {
          due_on: string
          id: string
          sender_email: string
          title: string
          workspace_name: string
        }[]
      }
      unread_questions: {
        Args: { requests: string[] }
        Returns: {
          item_id: string
          question_id: string
          request_id: string
        }[]
      }
      unusual_addresses: {
        Args: Record<PropertyKey, never>
        Returns: {
          address: string
          place: string
          request: string
          workspace: string
        }[]
      }
      update_leaves_at: { Args: { request: string }; Returns: string }
      use_backup_code: { Args: { code: string }; Returns: string }
      use_template: { Args: { template: string }; Returns: string }
      verify_history: {
        Args: { after?: number; after_head?: string; request: string }
        Returns: {
          broken_seq: number
          has_more: boolean
          head: string
          verified: number
          verified_at: string
        }[]
      }
      visit_request: {
        Args: { request: string; zone?: string }
        Returns: undefined
      }
      watch_request: {
        Args: { request: string; watched: boolean }
        Returns: undefined
      }
      watches_request: { Args: { request: string }; Returns: boolean }
      workspace_bulks: {
        Args: { workspace: string }
        Returns: {
          created_at: string
          id: string
          is_paused: boolean
          is_waiting: boolean
          people: number
          template_title: string
        }[]
      }
      workspace_contents: {
        Args: { workspace: string }
        Returns: {
          files: number
          members: number
          requests: number
        }[]
      }
      workspace_invitations: {
        Args: { workspace: string }
        Returns: {
          email: string
          emailed_at: string
          expires_at: string
          id: string
          invited_by_name: string
          is_unreachable: boolean
          role: string
          sent_at: string
          state: string
        }[]
      }
      workspace_members: {
        Args: { workspace: string }
        Returns: {
          email: string
          has_second_factor: boolean
          joined_at: string
          name: string
          role: string
          user_id: string
        }[]
      }
      workspace_settings: {
        Args: { workspace: string }
        Returns: {
          accent: string | null
          created_at: string
          id: string
          logo: string | null
          name: string
          reminder_plan: NonNullable<Json>
          require_second_factor: boolean
          retain_days: number | null
          retain_sensitive_days: number | null
          second_factor_from: string | null
          zone: string
        }
        SetofOptions: {
          from: "*"
          to: "workspaces"
          isOneToOne: true
          isSetofReturn: true
        }
      }
      workspace_tags: {
        Args: { workspace: string }
        Returns: {
          id: string
          name: string
          people: number
          requests: number
        }[]
      }
      workspace_templates: {
        Args: { workspace: string }
        Returns: {
          due_after_days: number
          first_items: string[]
          id: string
          is_archived: boolean
          items: number
          last_used_at: string
          sections: number
          times_used: number
          title: string
        }[]
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
