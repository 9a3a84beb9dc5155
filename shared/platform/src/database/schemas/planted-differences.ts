export interface PlantedDifference {
  readonly plant: string;
  /** First lines of what is reported. */
  readonly shows: readonly string[];
}

/** At least one difference of each kind, on objects of the product. A superuser plants them. */
export const plantedDifferences: readonly PlantedDifference[] = [
  {
    plant: `do $do$ begin
      execute replace(pg_get_functiondef('private.require_session()'::regprocedure), 'session_ok', 'session_exists');
    end $do$`,
    shows: ["functions: private.require_session()"],
  },
  { plant: "alter function private.session_ok() set jit = off", shows: ["functions: private.session_ok()"] },
  { plant: "alter function private.my_people() volatile", shows: ["functions: private.my_people()"] },
  {
    plant: "alter function private.my_requests() security invoker",
    shows: ["functions: private.my_requests()"],
  },
  {
    plant: "alter table public.requests alter column title set default ''",
    shows: ["columns: public.requests.title"],
  },
  {
    plant: "alter table public.requests alter column created_by drop not null",
    shows: ["columns: public.requests.created_by"],
  },
  {
    plant: `alter table public.items drop constraint items_position_check,
      add constraint items_position_check check (position between 1 and 99)`,
    shows: ["constraints: items_position_check on public.items"],
  },
  {
    plant: `drop index public.recipients_reminder_idx;
      create index recipients_reminder_idx on public.recipients (coalesce(next_reminder_at, '-infinity'), id)
        where num_nonnulls(next_reminder_at) = 1;
      alter index public.recipients_reminder_idx alter column 1 set statistics 0`,
    shows: ["indexes: public.recipients_reminder_idx"],
  },
  {
    plant: "alter policy members on public.requests to anon",
    shows: ["policies: members on public.requests"],
  },
  {
    plant: "alter policy members on public.items using (true)",
    shows: ["policies: members on public.items"],
  },
  { plant: "alter table public.tags disable row level security", shows: ["tables: public.tags"] },
  {
    plant: "grant update (title) on public.requests to authenticated",
    shows: ["grants: column title of table public.requests to authenticated"],
  },
  {
    plant: "grant execute on function private.fail(text) to anon",
    shows: ["grants: function private.fail(text) to anon"],
  },
  {
    plant: "revoke select on public.notes from authenticated",
    shows: ["grants: table public.notes to authenticated"],
  },
  {
    plant: "comment on column public.items.removed_at is 'Another'",
    shows: ["comments: column removed_at of table public.items"],
  },
  {
    plant: "alter table public.requests alter column message set statistics 100",
    shows: ["statistics targets: public.requests.message"],
  },
  {
    plant: "alter index public.recipients_reminder_idx alter column 1 set statistics -1",
    shows: ["statistics targets: public.recipients_reminder_idx, column 1"],
  },
  {
    plant: `drop trigger keep_an_owner_on_delete on public.members;
      create trigger keep_an_owner_on_delete before delete on public.members
        for each row when (old.role = 'admin') execute function private.tg_members__keep_an_owner()`,
    shows: ["triggers: keep_an_owner_on_delete on public.members"],
  },
  {
    plant: "alter table public.events disable trigger chain_event",
    shows: ["triggers: chain_event on public.events"],
  },
  {
    plant: `do $do$ begin
      execute format('alter role authenticator in database %I set pgrst.db_pre_request = %L', current_database(), '');
    end $do$`,
    shows: ["role settings: pgrst.db_pre_request of authenticator in this database"],
  },
  {
    plant: "alter role supabase_storage_admin nologin",
    shows: ["roles: supabase_storage_admin"],
  },
  {
    plant: "update private.quotas set most = most + 1 where name = 'members'",
    shows: ["rows: private.quotas members"],
  },
  {
    plant: "update storage.buckets set public = true where id = 'assets'",
    shows: ["rows: storage.buckets assets"],
  },
  {
    plant: "alter type private.token_parts add attribute extra text",
    shows: ["types: private.token_parts"],
  },
  {
    plant: "alter type private.stop_target owner to supabase_auth_admin",
    shows: [
      "owners: composite type private.stop_target",
      "owners: type private.stop_target",
      "owners: type private.stop_target[]",
    ],
  },
  {
    plant: "alter default privileges in schema public grant select on tables to anon",
    shows: [
      "default privileges: of supabase_admin in public on r to anon",
      "objects: default privileges on new relations belonging to role supabase_admin in schema public",
    ],
  },
  {
    plant: "update pg_extension set extversion = '0' where extname = 'plpgsql'",
    shows: ["extensions: plpgsql"],
  },
  {
    plant: "create schema planted",
    shows: ["grants: schema planted to supabase_admin", "owners: schema planted", "schemas: planted"],
  },
  {
    plant: "create sequence private.planted",
    shows: [
      "grants: sequence private.planted to supabase_admin",
      "objects: sequence private.planted",
      "owners: sequence private.planted",
      "sequences: private.planted",
    ],
  },
  {
    plant: "create view private.planted_view as select 1 as one",
    shows: [
      "columns: private.planted_view.one",
      "grants: view private.planted_view to supabase_admin",
      "objects: view private.planted_view",
      "owners: type private.planted_view",
      "owners: type private.planted_view[]",
      "owners: view private.planted_view",
      "views: private.planted_view",
    ],
  },
  {
    plant: "create statistics private.planted_statistics on name, most from private.quotas",
    shows: [
      "extended statistics: private.planted_statistics",
      "objects: statistics object private.planted_statistics",
    ],
  },
  {
    plant: "create rule planted as on delete to private.test_clock do instead nothing",
    shows: ["rules: planted on private.test_clock"],
  },
  { plant: "create publication planted for table public.tags", shows: ["publications: planted"] },
  {
    plant: "create operator private.=== (leftarg = uuid, rightarg = uuid, function = uuid_eq)",
    shows: ["objects: operator private.===(uuid,uuid)"],
  },
  {
    plant: "create cast (private.stop_target as text) with inout",
    shows: ["objects: cast from private.stop_target to text"],
  },
];
