-- The facts of an email that asks a member for a second factor.

create function private.facts_second_factor(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'by', coalesce(
      (select f.display_name from public.profiles as f where f.user_id = (email.data ->> 'by')::uuid), w.name
    ),
    'from', case when w.second_factor_from > private.email_clock() then (w.second_factor_from at time zone w.zone)::date end,
    'today', (private.email_clock() at time zone w.zone)::date,
    'url', site || '/settings/security'
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;
comment on function private.facts_second_factor(private.outbox, text) is
  'Everything that is needed to tell a member to set up a second factor.';
