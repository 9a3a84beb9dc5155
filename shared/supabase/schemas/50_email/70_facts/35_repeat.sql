-- The facts of an email to the sender of a repeat.

create function private.facts_repeat(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'title', private.dated_title(coalesce(nullif(s.title, ''), request.title), (email.data ->> 'on')::date),
    'people', (
      select coalesce(
        jsonb_agg(coalesce(nullif(p.name, ''), p.email) order by p.created_at, p.id), '[]'
      )
      from public.recipients as p where p.request_id = request.id and p.removed_at is null and p.scope = 'all'
    ),
    'on', email.data ->> 'on',
    'hasFailed', (email.data ->> 'failed')::boolean,
    'today', private.workspace_today(w.id),
    'url', site || '/requests/' || request.id
  )
  from public.workspaces as w left join private.repeats as s on s.request_id = request.id
  where w.id = email.workspace_id
$$;
comment on function private.facts_repeat(private.outbox, public.requests, text) is
  'Everything that is needed to tell a member about the next day of a repeat.';
