-- The facts of emails about files whose deletion a recipient asks for: the question to members, and what they decided.

create function private.facts_deletion_asked(request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', (select w.name from public.workspaces as w where w.id = request.workspace_id),
    'title', request.title,
    'files', private.asked_deletions(request.id),
    'url', site || '/requests/' || request.id
  )
$$;
comment on function private.facts_deletion_asked(public.requests, text) is
  'Everything that is needed to tell a member that files wait for a decision about their deletion.';

create function private.facts_deletion_decided(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || jsonb_build_object(
    'files', private.decided_deletions(recipient, email.since)
  )
  from private.common_facts(email, request, recipient, site) as common
$$;
comment on function private.facts_deletion_decided(private.outbox, public.requests, public.recipients, text) is
  'The facts for telling a recipient what was decided about their files.';

create function private.asked_deletions(request uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', f.name, 'item', i.title) order by i.position, f.deletion_asked_at
  ), '[]')
  from public.files as f join public.items as i on i.id = f.item_id
  where f.request_id = asked_deletions.request and f.status = 'stored'
    and f.deletion_asked_at is not null and f.deletion_refused_at is null
$$;
comment on function private.asked_deletions(uuid) is 'Files of a request whose deletion waits for a decision, for @sheaf/email.';

create function private.decided_deletions(recipient public.recipients, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', f.name, 'item', i.title, 'refusal', private.emailed_words(f.deletion_refusal, f.workspace_id)) order by i.position, f.stored_at
  ), '[]')
  from public.files as f join public.items as i on i.id = f.item_id
  where f.request_id = recipient.request_id and f.uploaded_by = recipient.user_id and f.deletion_asked_at is not null
    and (f.deletion_refused_at >= decided_deletions.since or f.status = 'removed' and f.removed_at >= decided_deletions.since)
$$;
comment on function private.decided_deletions(public.recipients, timestamptz) is
  'Decisions since then about files whose deletion a recipient asked for, for @sheaf/email; refusal is null for what was deleted.';
