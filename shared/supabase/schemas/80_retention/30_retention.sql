-- How long files and answers are kept (decision 0068).
--
-- As long as a workspace says, counted from the end of a request; they are erased after two warnings.

create function public.set_retention(workspace uuid, days integer, sensitive_days integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_workspace(set_retention.workspace, 'admin');
  if set_retention.days not between 30 and 3650 or set_retention.sensitive_days not between 30 and 3650
    or set_retention.sensitive_days >= set_retention.days
  then
    perform private.fail('retention.days');
  end if;
  update public.workspaces as w
  set retain_days = set_retention.days, retain_sensitive_days = set_retention.sensitive_days
  where w.id = set_retention.workspace;
  perform private.forget_expiries(set_retention.workspace);
end
$$;
comment on function public.set_retention(uuid, integer, integer) is
  'For owners and admins: keeps files and answers for 30 to 3650 days after a request ends, or for good (null); those of sensitive items for fewer. Fewer days hold for all requests and need a fresh proof of the act retention; more days hold for those that are sent from now on. Errors: not_found, workspace.role, retention.days, proof.required.';
grant execute on function public.set_retention(uuid, integer, integer) to authenticated;

create function public.set_request_retention(request uuid, days integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_as_member(set_request_retention.request);
  -- A draft hasn't promised anything yet.
  v_kept constant integer := case
    when v_locked.sent_at is not null then private.kept_days(v_locked, false)
    else (select w.retain_days from public.workspaces as w where w.id = v_locked.workspace_id)
  end;
begin
  if set_request_retention.days not between 30 and 3650 then
    perform private.fail('retention.days');
  elsif set_request_retention.days > v_kept then
    perform private.fail('retention.longer');
  elsif v_locked.sent_at is not null and set_request_retention.days is null and v_locked.retain_days is not null then
    perform private.fail('retention.longer');
  elsif set_request_retention.days is not distinct from v_locked.retain_days then
    return;
  end if;
  -- Fewer days delete files sooner than their recipients were promised.
  if v_locked.sent_at is not null and set_request_retention.days < coalesce(v_kept, 'infinity'::float8) then
    perform private.require_fresh_proof('retention');
  end if;
  update public.requests as r set retain_days = set_request_retention.days where r.id = v_locked.id;
  delete from private.expiries as e where e.request_id = v_locked.id and e.told_at is null;
  if v_locked.sent_at is not null then
    perform private.add_event(
      v_locked.id, 'retention_changed', data => jsonb_build_object('before', v_kept, 'after', set_request_retention.days)
    );
    perform private.notify_owners(
      v_locked.workspace_id, jsonb_build_object('kind', 'retention_changed', 'request', v_locked.id)
    );
  end if;
end
$$;
comment on function public.set_request_retention(uuid, integer) is
  'For members: keeps what arrives for this request for fewer days than its workspace does. A draft may go back to its workspace''s number (null); after sending, only fewer days are taken, because its recipients were promised no more, and they need a fresh proof of the act retention. Errors: not_found, retention.days, retention.longer, proof.required.';
grant execute on function public.set_request_retention(uuid, integer) to authenticated;

create function public.request_retention(request uuid)
returns table (
  days integer, sensitive_days integer, ended_at timestamptz, erase_at timestamptz, erased_at timestamptz,
  deleted_at timestamptz
)
language plpgsql stable security definer rows 1 set search_path = '' as $$
#variable_conflict use_column
declare
  v_found_request public.requests;
begin
  perform private.require_session();
  select r.* into v_found_request from public.requests as r
  where r.id = request_retention.request
    and (
      r.workspace_id = any(private.my_workspaces())
      or r.id = any(private.my_requests() || private.my_handed_requests())
    );
  if v_found_request.id is null then
    perform private.fail('not_found');
  end if;
  return query
  select
    private.kept_days(v_found_request, false), private.kept_days(v_found_request, true), v_found_request.closed_at,
    v_found_request.erase_at, v_found_request.erased_at, v_found_request.deleted_at;
end
$$;
comment on function public.request_retention(uuid) is
  'For members and recipients: how many days files and answers are kept after the request ends, those of sensitive items too (null for good); when it ended, what was announced, when the last was erased, and when the request was put into the bin. Errors: not_found.';
grant execute on function public.request_retention(uuid) to authenticated;

create function private.kept_days(request public.requests, sensitive boolean) returns integer
language sql stable set search_path = '' as $$
  -- least ignores nulls, which stand for no limit.
  select least(
    request.retain_days, w.retain_days,
    case when kept_days.sensitive then least(request.retain_sensitive_days, w.retain_sensitive_days) end
  )
  from public.workspaces as w where w.id = request.workspace_id
$$;
comment on function private.kept_days(public.requests, boolean) is
  'Days for which what belongs to an item is kept after the request ends; null for good.';

create function private.tg_requests__promise_retention() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.sent_at is null and new.sent_at is not null then
    select private.kept_days(new, false), nullif(private.kept_days(new, true), private.kept_days(new, false))
    into new.retain_days, new.retain_sensitive_days;
  end if;
  if new.closed_at is null and old.closed_at is not null then
    new.erase_at := null;
    new.erased_at := null;
    delete from private.expiries as e where e.request_id = new.id;
  end if;
  return new;
end
$$;
comment on function private.tg_requests__promise_retention() is
  'Keeps the number of days that recipients are promised when a request is sent, and stops the clock when it is open again.';

create function private.kept_contents(request public.requests)
returns table (item_id uuid, file_id uuid, due_at timestamptz)
language sql stable rows 10 set search_path = '' as $$
  with days as materialized (
    select private.kept_days(request, false) as days, private.kept_days(request, true) as sensitive_days
  )
  select i.id, k.file_id, k.since + make_interval(days => case when i.sensitive then d.sensitive_days else d.days end)
  from days as d
  join public.items as i on i.request_id = request.id
  cross join lateral (
    -- The term of late arrivals starts when they arrive.
    select f.id as file_id, greatest(request.closed_at, f.stored_at) as since
    from public.files as f where f.item_id = i.id and f.status = 'stored'
    union all
    select null, request.closed_at where i.answer is not null
  ) as k
$$;
comment on function private.kept_contents(public.requests) is
  'Files and answers that a request still holds (file_id is null for an answer), and when each is to be erased.';
