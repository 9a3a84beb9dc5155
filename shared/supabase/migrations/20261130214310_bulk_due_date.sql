-- Generated from schemas/ by `pnpm migration bulk_due_date`.

create or replace function public.change_due_date(request uuid, due_on date, former date) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(change_due_date.request);
begin
  if v_locked.is_template then
    perform private.fail('not_found');
  elsif v_locked.status not in ('draft', 'open') then
    perform private.fail('request.closed');
  elsif change_due_date.due_on is not distinct from v_locked.due_on then
    return false;
  -- The list doesn't show a revision. Only a change of the date itself could be lost.
  elsif change_due_date.former is distinct from v_locked.due_on then
    perform private.fail('request.stale');
  end if;
  perform public.edit_request(v_locked.id, v_locked.revision, jsonb_build_object('due_on', change_due_date.due_on));
  return true;
end
$$;

comment on function public.change_due_date(uuid,date,date) is 'For members: edit_request for the due date, or its removal, of a draft or an open request that is still due on the former date. Returns false if nothing had to change. Errors: not_found, request.closed, request.stale, draft.due_on.';

grant execute on function public.change_due_date(uuid,date,date) to authenticated;
