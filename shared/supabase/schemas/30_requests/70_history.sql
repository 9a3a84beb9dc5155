-- The history of a request: append-only, and chained by hashes (decision 0064).

create table public.events (
  request_id uuid not null,
  seq integer not null,
  workspace_id uuid not null,
  item_id uuid,
  file_id uuid,
  actor uuid,
  actor_name text not null,
  kind text not null,
  data jsonb not null default '{}',
  at timestamptz not null,
  recipient_id uuid,
  salt bytea,
  text_hash bytea,
  previous_hash bytea,
  hash bytea,
  primary key (request_id, seq),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade,
  foreign key (item_id, request_id, workspace_id) references public.items (id, request_id, workspace_id) on delete cascade,
  foreign key (file_id, item_id, request_id, workspace_id)
    references public.files (id, item_id, request_id, workspace_id) on delete cascade,
  foreign key (recipient_id, request_id, workspace_id)
    references public.recipients (id, request_id, workspace_id),
  constraint events_file_check check (file_id is null or item_id is not null),
  constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'file_returned',
      'file_damaged', 'file_restored',
      'answered', 'accepted', 'returned', 'waived', 'received_elsewhere', 'decision_undone', 'link_replaced', 'paused',
      'resumed', 'closed', 'done', 'reopened', 'cancelled', 'archived', 'unarchived', 'assigned', 'exported',
      'title_changed', 'message_changed', 'due_changed', 'retention_changed', 'erasure_announced', 'erased',
      'deleted', 'restored', 'deletion_asked', 'deletion_granted', 'deletion_refused',
      'item_added', 'item_changed', 'item_removed', 'items_reordered',
      'recipient_added', 'recipient_corrected', 'recipient_removed',
      'invited', 'reminded', 'unreachable', 'promised',
      'question_asked', 'question_answered', 'question_resolved', 'question_reopened',
      'handed_off', 'taken_back',
      'repeat_set', 'repeat_skipped', 'repeat_ended', 'repeated', 'items_shown', 'items_hidden'
    )
  )
);
comment on table public.events is 'History of a request, one row per event. Append-only.';
comment on column public.events.actor is 'No foreign key: the history outlives the account.';
comment on column public.events.recipient_id is
  'The recipient who acted; null for members. Members read the asked address from its row, other recipients can''t.';
comment on column public.events.salt is 'Random, so that erased text can''t be guessed from text_hash; erased with the text.';
comment on column public.events.text_hash is
  'SHA-256 of the salt and of actor_name and data, which name people and quote what they wrote.';
comment on column public.events.previous_hash is 'hash of the event before; 32 zero bytes for the first.';
comment on column public.events.hash is 'SHA-256 of previous_hash, text_hash and everything else that the event says.';

create index events_item_id_idx on public.events (item_id) where item_id is not null;
create index events_file_id_idx on public.events (file_id) where file_id is not null;
create index events_recipient_id_idx on public.events (recipient_id) where recipient_id is not null;
create index events_workspace_id_idx on public.events (workspace_id, request_id);

alter table public.events enable row level security;
create policy session_ok on public.events as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.events for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.events for select to authenticated
  using (request_id = any((select private.my_shared_requests())::uuid[]) and not private.is_for_members(kind));
create policy own_events on public.events for select to authenticated
  using (
    request_id = any((select private.my_requests())::uuid[])
    and (file_id is null or (select auth.uid()) = actor)
    and not private.is_for_members(kind)
  );
create policy own_rows_first on public.events as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_shared_requests()))
    or (
      private.is_one_of(request_id, (select private.my_requests()))
      and (file_id is null or private.is_one_of(actor, (select array[auth.uid()])))
    )
  );

-- The history can't be emptied.
create trigger refuse_history_truncate
  before truncate on public.events
  for each statement execute function private.tg_events__refuse_change();

-- Chains the event to the one before by its hash.
create trigger chain_event before insert on public.events for each row execute function private.tg_events__chain();

-- The history can't be changed, only appended to.
create trigger refuse_history_change
  before update or delete on public.events
  for each row execute function private.tg_events__refuse_change();

-- An answer lets the workspace write to more new addresses.
create trigger count_answer after insert on public.events
  for each row when (new.kind in ('file_added', 'answered') and new.recipient_id is not null)
  execute function private.tg_events__count_answer();

-- Queues the emails to recipients and members about an act.
create trigger event_emails after insert on public.events
  for each row execute function private.tg_events__queue_emails();

-- A late answer, or an item that becomes sensitive, has its retention computed again.
create trigger look_again
  after insert on public.events
  for each row when (new.kind in ('file_added', 'answered', 'item_changed'))
  execute function private.tg_events__recompute_retention();

-- Notes when the person answered last.
create trigger person_answered after insert on public.events
for each row when (new.recipient_id is not null and new.kind in ('file_added', 'answered'))
execute function private.tg_events__note_answer();

-- A complete answer gets a receipt.
create trigger receive_complete_answer
  after insert on public.events
  for each row when (new.kind in ('file_added', 'answered') and new.recipient_id is not null)
  execute function private.tg_events__ask_for_receipt();

create function public.verify_history(request uuid, after integer default 0, after_head text default null)
returns table (verified integer, broken_seq integer, verified_at timestamptz, head text, has_more boolean)
language plpgsql stable security definer rows 1 set search_path = '' as $$
#variable_conflict use_column
declare
  -- A busy machine takes some 0.3 ms an event.
  v_most constant integer := 1000;
  v_after constant integer := greatest(verify_history.after, 0);
  v_start public.events;
begin
  perform private.require_session();
  if not exists (
    select from public.requests as r
    where r.id = verify_history.request
      and (r.workspace_id = any(private.my_workspaces()) or r.id = any(private.my_shared_requests()))
  ) then
    perform private.fail('not_found');
  end if;
  select e.* into v_start from public.events as e where e.request_id = verify_history.request and e.seq = v_after;
  if v_after > 0 and encode(v_start.hash, 'hex') is distinct from verify_history.after_head then
    return query select 0, v_after, null::timestamptz, null::text, false;
    return;
  end if;
  return query
  with page as (
    select e.* from public.events as e
    where e.request_id = verify_history.request and e.seq > v_after order by e.seq limit v_most
  ),
  chain as (
    select
      e.seq, e.at, e.hash,
      e.seq = v_after + row_number() over (order by e.seq)
        and e.previous_hash = lag(e.hash, 1, coalesce(v_start.hash, decode(repeat('00', 32), 'hex'))) over (order by e.seq)
        and case
          when e.salt is null then e.actor_name = '' and e.data = '{}'
          else e.text_hash = private.event_text_hash(e::public.events)
        end
        and e.hash = private.event_hash(e::public.events) as fits
    from page as e
  ),
  broken as (select min(c.seq) as seq from chain as c where c.fits is not true),
  fitting as (
    select c.seq, c.at, c.hash from chain as c, broken as b where c.seq < coalesce(b.seq, c.seq + 1)
    union all
    select v_start.seq, v_start.at, v_start.hash where v_after > 0
  )
  select
    coalesce(l.seq, 0), b.seq, l.at, encode(l.hash, 'hex'),
    b.seq is null and exists (
      select from public.events as e where e.request_id = verify_history.request and e.seq > l.seq
    )
  from broken as b
  left join lateral (select f.seq, f.at, f.hash from fitting as f order by f.seq desc limit 1) as l on true;
end
$$;
comment on function public.verify_history(uuid, integer, text) is
  'For members, and recipients of the whole request: up to which event its history fits, the first that doesn''t, time and hash of the last one that fits, and whether there are more. It looks at 1000 events after the one that was verified before, whose place and hash are given; if that one has another hash, it is the broken one. Errors: not_found.';
grant execute on function public.verify_history(uuid, integer, text) to authenticated;

create function private.add_event(
  request uuid, kind text, item uuid default null, file uuid default null, data jsonb default '{}'
) returns void
language plpgsql set search_path = '' as $$
declare
  v_moment timestamptz := clock_timestamp();
  v_workspace uuid;
  v_recipient constant uuid := (
    select p.id from public.recipients as p where p.request_id = add_event.request and p.user_id = auth.uid()
  );
begin
  -- The update locks the request's row, so two writers never get the same seq.
  update public.requests as r set last_activity_at = v_moment
  where r.id = add_event.request
  returning r.workspace_id into v_workspace;
  -- No one outside the workspace may fill its history. Files have limits of their own.
  if v_recipient is not null and add_event.kind <> 'file_added' and not exists (
    select from public.members as m where m.workspace_id = v_workspace and m.user_id = auth.uid()
  ) then
    perform private.use_quota('events', add_event.request || ' ' || auth.uid(), 1);
  end if;
  insert into public.events (
    request_id, seq, workspace_id, item_id, file_id, actor, actor_name, recipient_id, kind, data, at
  )
  select
    add_event.request,
    coalesce((select max(e.seq) from public.events as e where e.request_id = add_event.request), 0) + 1,
    v_workspace, add_event.item, add_event.file,
    auth.uid(), private.my_name(add_event.request),
    v_recipient, add_event.kind, add_event.data, v_moment;
end
$$;
comment on function private.add_event(uuid, text, uuid, uuid, jsonb) is 'Appends an event to the history of a request. Errors: quota.events, for recipients.';

create function private.note_event(request public.requests, kind text, data jsonb) returns void
language sql set search_path = '' as $$
  -- The caller has locked the request. What Sheaf does by itself doesn't count as activity.
  insert into public.events (request_id, seq, workspace_id, actor_name, kind, data, at)
  values (request.id, 0, request.workspace_id, 'Sheaf', note_event.kind, note_event.data, clock_timestamp())
$$;
comment on function private.note_event(public.requests, text, jsonb) is
  'Appends to the history of a request something that Sheaf does by itself.';

create function private.tg_events__chain() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_last public.events;
begin
  -- Every writer has locked the request already. This covers any that forgets to.
  perform from public.requests as r where r.id = new.request_id for no key update;
  select e.* into v_last from public.events as e where e.request_id = new.request_id order by e.seq desc limit 1;
  new.seq := coalesce(v_last.seq, 0) + 1;
  new.salt := uuid_send(gen_random_uuid());
  new.text_hash := private.event_text_hash(new);
  new.previous_hash := coalesce(v_last.hash, decode(repeat('00', 32), 'hex'));
  new.hash := private.event_hash(new);
  return new;
end
$$;
comment on function private.tg_events__chain() is 'Gives a new event its place after the last one of its request.';

create function private.event_hash(event public.events) returns bytea
language sql stable set search_path = '' as $$
  select sha256(
    event.previous_hash || event.text_hash || private.hashed_fields(
      event.request_id::text, event.seq::text, event.workspace_id::text, event.item_id::text, event.file_id::text,
      event.actor::text, event.recipient_id::text, event.kind,
      to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    )
  )
$$;
comment on function private.event_hash(public.events) is 'The hash that an event must have.';

create function private.event_text_hash(event public.events) returns bytea
language sql stable set search_path = '' as $$
  select sha256(event.salt || private.hashed_fields(event.actor_name, event.data::text))
$$;
comment on function private.event_text_hash(public.events) is
  'The text_hash that an event must have; null once its text is erased.';

create function private.hashed_fields(variadic fields text[]) returns bytea
language sql immutable set search_path = '' as $$
  select convert_to(string_agg(coalesce(octet_length(f.field) || ':' || f.field, '-'), '' order by f.place), 'UTF8')
  from unnest(fields) with ordinality as f (field, place)
$$;
comment on function private.hashed_fields(text[]) is
  'Fields, each with its length in bytes, so that no two lists of fields read alike; "-" for null.';

create function private.tg_events__refuse_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_erasable constant text[] := array['actor_name', 'data', 'salt'];
begin
  if tg_op = 'DELETE' then
    -- The request is gone, so this is the cascade of its deletion: the only way a history ends.
    if not exists (select from public.requests as r where r.id = old.request_id) then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    -- Text may be erased, and only as a whole.
    if new.actor_name = '' and new.data = '{}' and new.salt is null and to_jsonb(new) - v_erasable = to_jsonb(old) - v_erasable
    then
      return new;
    end if;
  end if;
  raise exception 'events are never changed and never deleted' using errcode = 'insufficient_privilege';
end
$$;
comment on function private.tg_events__refuse_change() is
  'Keeps the history append-only for every role. All that may go is the text of an event, of which its hash stays.';

create function private.is_for_members(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select is_for_members.kind in (
    'title_changed', 'message_changed', 'item_changed', 'recipient_added', 'recipient_corrected', 'recipient_removed',
    'archived', 'unarchived', 'assigned', 'exported', 'invited', 'reminded', 'unreachable', 'promised', 'repeat_set',
    'repeat_skipped', 'repeat_ended', 'repeated', 'items_shown', 'items_hidden'
  )
$$;
comment on function private.is_for_members(text) is
  'True for events that recipients cannot read: former texts, the addresses of others and what was written to them, where a workspace keeps a request, when it sends it again, what its link shows to anyone, and downloads of everything, which include the files of others.';
grant execute on function private.is_for_members(text) to authenticated;
