-- The facts of a notice about a change to an account.

create function private.facts_security(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'change', email.data ->> 'change',
    'email', email.data ->> 'email',
    'detail', email.data ->> 'detail',
    'at', email.since,
    'zone', email.data ->> 'zone',
    'undoUrl', case
      when email.data ->> 'change' in ('account_deleted', 'change_undone') then null
      -- The person at the new address isn't the one who lost the account.
      when email.data ->> 'change' = 'email_changed' and (
        lower(email.data ->> 'detail') = email.address
        or private.is_newcomer(email.user_id, email.data ->> 'subject', email.since)
      ) then null
      else site || '/email/undo/' || private.stop_token(email.id, email.address, 'notice')
    end
  )
$$;
comment on function private.facts_security(private.outbox, text) is
  'Everything that is needed to tell the owner of an account about a change to it.';
