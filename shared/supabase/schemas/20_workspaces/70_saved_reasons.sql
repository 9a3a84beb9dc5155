-- Reasons that members have saved for returning an item.

create table private.saved_reasons (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  reason text not null,
  saved_at timestamptz not null default now(),
  primary key (workspace_id, reason),
  constraint saved_reasons_reason_check check (char_length(reason) between 1 and 200)
);
comment on table private.saved_reasons is 'Reasons that a workspace offers when a member returns something.';

create function public.saved_reasons(workspace uuid) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role(saved_reasons.workspace, 'member');
  return array(
    select s.reason from private.saved_reasons as s
    where s.workspace_id = saved_reasons.workspace
    order by s.saved_at, s.reason
  );
end
$$;
comment on function public.saved_reasons(uuid) is
  'For members: the reasons for returns that a workspace has saved, the oldest first. Errors: not_found.';
grant execute on function public.saved_reasons(uuid) to authenticated;

create function public.save_reason(workspace uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_words constant text := private.one_line(save_reason.reason);
begin
  perform private.lock_workspace(save_reason.workspace, 'member');
  if not private.fits(v_words, 1, 200) or not private.has_visible_character(v_words) then
    perform private.fail('reason.length');
  elsif (
    select count(*) from private.saved_reasons as s where s.workspace_id = save_reason.workspace and s.reason <> v_words
  ) >= 20 then
    perform private.fail('reason.too_many');
  end if;
  insert into private.saved_reasons (workspace_id, reason) values (save_reason.workspace, v_words) on conflict do nothing;
end
$$;
comment on function public.save_reason(uuid, text) is
  'For members: saves a reason of at most 200 characters; at most 20 in a workspace. Errors: not_found, reason.length, reason.too_many.';
grant execute on function public.save_reason(uuid, text) to authenticated;

create function public.remove_reason(workspace uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_workspace(remove_reason.workspace, 'member');
  delete from private.saved_reasons as s
  where s.workspace_id = remove_reason.workspace and s.reason = remove_reason.reason;
end
$$;
comment on function public.remove_reason(uuid, text) is
  'For members: removes a saved reason. Returns that gave it stay as they are. Errors: not_found.';
grant execute on function public.remove_reason(uuid, text) to authenticated;
