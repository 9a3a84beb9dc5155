-- Refusing a call, with a code.

create function private.fail(code text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using
    message = fail.code,
    errcode = case
      when fail.code = 'session.required' then 'PT401'
      when fail.code in ('proof.required', 'workspace.role') then 'PT403'
      when fail.code = 'not_found' then 'PT404'
      when fail.code = 'file.too_large' then 'PT413'
      when fail.code in (
        'draft.sent', 'request.closed', 'request.paused', 'request.complete', 'request.reopen_expired', 'request.open',
        'request.stale', 'item.stale', 'item.locked', 'item.undecided', 'item.answered', 'item.chosen',
        'item.not_received', 'recipient.last', 'recipient.member', 'access.decided', 'file.not_stored', 'file.changed',
        'file.accepted', 'file.undecidable', 'workspace.last_owner', 'account.changed', 'reminder.soon',
        'reminder.unreachable', 'invitation.exists', 'invitation.member', 'invitation.expired', 'invitation.used',
        'invitation.other_address', 'request.deleted', 'deletion.not_asked', 'person.asked'
      ) then 'PT409'
      else 'PT422'
    end;
end
$$;
comment on function private.fail(text) is
  'Raises an error with a code of the error catalogue. SQLSTATE PTxyz makes PostgREST answer with HTTP status xyz.';

create function private.too_many(message text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', message))
$$;
comment on function private.too_many(text) is 'The answer by which a hook of Auth refuses.';
