-- The facts of an email to a member about damaged files.

create function private.facts_damaged(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'title', request.title,
    'files', private.damaged_files(request.id, email.since),
    'url', site || '/requests/' || request.id,
    'settingsUrl', site || '/settings/email',
    'stopUrl', (
      select site || '/email/stop/' || private.stop_token(s.id, u.email, 'watched')
      from private.watchers as s join auth.users as u on u.id = s.user_id
      where s.request_id = request.id and s.user_id = email.user_id
    )
  )
  from public.workspaces as w where w.id = request.workspace_id
$$;
comment on function private.facts_damaged(private.outbox, public.requests, text) is
  'Everything that is needed to tell a member about damaged files.';

create function private.damaged_files(request uuid, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('name', f.name, 'item', i.title, 'isLost', f.checked_sha256 is null) order by i.position, f.created_at
    ),
    '[]'
  )
  from public.files as f join public.items as i on i.id = f.item_id
  where f.request_id = damaged_files.request and f.status = 'stored' and f.damaged and f.checked_at >= damaged_files.since
    and i.removed_at is null
$$;
comment on function private.damaged_files(uuid, timestamptz) is
  'Files of a request that were found to be damaged since then and are still there, for @sheaf/email.';
