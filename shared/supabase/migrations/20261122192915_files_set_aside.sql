-- Setting a file aside only leaves it out of downloads. Its item, its sender and its limits are unaffected.

alter table public.files
  add column set_aside_at timestamptz,
  add constraint files_set_aside_check check (set_aside_at is null or status <> 'uploading');
alter table public.files alter column set_aside_at set statistics 0;
comment on column public.files.set_aside_at is
  'Since when a member leaves this file out of downloads; null for every other file. The history says who did it.';

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'answered',
      'accepted', 'returned', 'decision_undone', 'link_replaced', 'done', 'reopened', 'cancelled'
    )
  );

create function public.set_file_aside(file uuid, aside boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  parent public.requests := private.lock_as_member(
    (select f.request_id from public.files as f where f.id = set_file_aside.file)
  );
  locked public.files;
begin
  if parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  select f.* into locked from public.files as f
  where f.id = set_file_aside.file and f.status = 'stored'
  for update;
  if not found then
    perform private.fail('not_found');
  elsif (locked.set_aside_at is not null) = coalesce(set_file_aside.aside, false) then
    return;
  end if;
  -- The item's revision doesn't change: its answer is the same, and its last decision can still be undone.
  update public.files as f
  set set_aside_at = case when set_file_aside.aside then now() end
  where f.id = locked.id;
  perform private.add_event(
    locked.request_id,
    case when set_file_aside.aside then 'file_set_aside' else 'file_put_back' end,
    locked.item_id,
    locked.id,
    jsonb_build_object('name', locked.name, 'size', locked.size)
  );
end
$$;
comment on function public.set_file_aside(uuid, boolean) is
  'Leaves a stored file out of downloads, or puts it back. Repeating a call changes nothing. Errors: not_found, request.closed.';
grant execute on function public.set_file_aside(uuid, boolean) to authenticated;
