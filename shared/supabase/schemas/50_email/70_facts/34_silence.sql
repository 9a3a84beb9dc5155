-- The facts of an email to a member about requests on which nothing happens.

create function private.facts_silence(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'requests', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'title', r.title,
            'url', site || '/requests/' || r.id,
            'silentSince', (r.last_activity_at at time zone w.zone)::date
          ) order by r.last_activity_at, r.id
        ),
        '[]'
      )
      from public.requests as r
      where r.id in (select l.id::uuid from jsonb_array_elements_text(email.data -> 'requests') as l (id))
        and r.workspace_id = w.id and r.status = 'open'
    ),
    'hasMore', jsonb_array_length(email.data -> 'requests') >= 100,
    'url', site || '/requests',
    'today', private.workspace_today(w.id)
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;
comment on function private.facts_silence(private.outbox, text) is
  'Everything that is needed to tell a member of open requests on which nothing has happened for a year.';
