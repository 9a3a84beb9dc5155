-- The facts of an email to owners about changes that a thief could have made, and of the one to a member who was removed.

create function private.facts_owner_notice(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'changes', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'kind', c.change ->> 'kind',
          'by', coalesce(b.display_name, w.name),
          -- Null if the request or the account is gone.
          'subject', coalesce(r.title, p.display_name)
        )
        order by c.place
      ), '[]')
      from jsonb_array_elements(email.data -> 'changes') with ordinality as c (change, place)
      left join public.profiles as b on b.user_id = (c.change ->> 'by')::uuid
      left join public.requests as r on r.id = (c.change ->> 'request')::uuid
      left join public.profiles as p on p.user_id = (c.change ->> 'member')::uuid
      where c.change ->> 'kind' <> 'deleted' or r.id is null or r.deleted_at is not null
    ),
    'hasMore', email.data ? 'hasMore',
    'url', site || '/settings/security'
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;
comment on function private.facts_owner_notice(private.outbox, text) is
  'Everything that is needed to tell an owner what was destroyed or taken away in a workspace.';

create function private.facts_member_removed(email private.outbox) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'by', coalesce(
      (select f.display_name from public.profiles as f where f.user_id = (email.data ->> 'by')::uuid), w.name
    )
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;
comment on function private.facts_member_removed(private.outbox) is
  'Everything that is needed to tell a member that they were removed from a workspace.';
