-- The facts of an email to a member about what is erased soon.

create function private.facts_expiry(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'requests', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'title', r.title,
            'url', site || '/requests/' || r.id,
            'files', (
              select count(*) from private.kept_contents(r) as k where k.due_at <= r.erase_at and k.file_id is not null
            ),
            'answers', (
              select count(*) from private.kept_contents(r) as k where k.due_at <= r.erase_at and k.file_id is null
            ),
            'deletedOn', (r.erase_at at time zone w.zone)::date
          ) order by r.erase_at, r.id
        ),
        '[]'
      )
      from public.requests as r
      where r.id in (select l.id::uuid from jsonb_array_elements_text(email.data -> 'requests') as l (id))
        and r.workspace_id = w.id and r.erase_at is not null
    ),
    'hasMore', jsonb_array_length(email.data -> 'requests') >= 100,
    'url', site || '/requests',
    'today', private.workspace_today(w.id)
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;
comment on function private.facts_expiry(private.outbox, text) is
  'The facts for telling a member what is erased soon.';
