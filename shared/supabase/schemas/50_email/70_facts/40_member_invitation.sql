-- The facts of an invitation to a workspace.

create function private.facts_member_invitation(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'asker', jsonb_build_object(
      'name', coalesce(f.display_name, u.email),
      'email', u.email,
      'workspace', w.name,
      'accent', w.accent,
      'isTrusted', exists (select from private.answered_workspaces as a where a.workspace_id = w.id)
    ),
    'role', i.role,
    'url', site || '/join/' || private.stop_token(i.id, i.email, 'join'),
    'expiresOn', (i.expires_at at time zone w.zone)::date,
    'today', (private.email_clock() at time zone w.zone)::date,
    'settingsUrl', site || '/settings/email'
  )
  from private.invitations as i
  join public.workspaces as w on w.id = i.workspace_id
  join auth.users as u on u.id = i.invited_by
  left join public.profiles as f on f.user_id = i.invited_by
  where i.id = (email.data ->> 'invitation')::uuid
$$;
comment on function private.facts_member_invitation(private.outbox, text) is
  'Everything that is needed to write an invitation to a workspace.';
