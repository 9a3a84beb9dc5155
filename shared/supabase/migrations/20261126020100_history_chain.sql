-- Each event carries a hash of itself and the one before, so that a change of either shows (decision 0064).

alter table public.events
  add column salt bytea,
  add column text_hash bytea,
  add column previous_hash bytea,
  add column hash bytea,
  alter column salt set statistics 0,
  alter column text_hash set statistics 0,
  alter column previous_hash set statistics 0,
  alter column hash set statistics 0;
comment on column public.events.salt is 'Random, so that erased text can''t be guessed from text_hash; erased with the text.';
comment on column public.events.text_hash is 'SHA-256 of the salt and of actor_name and data, which name people and quote what they wrote.';
comment on column public.events.previous_hash is 'hash of the event before; 32 zero bytes for the first.';
comment on column public.events.hash is 'SHA-256 of previous_hash, text_hash and everything else that the event says.';

create function private.hashed_fields(variadic fields text[]) returns bytea
language sql immutable set search_path = '' as $$
  select convert_to(string_agg(coalesce(octet_length(f.field) || ':' || f.field, '-'), '' order by f.place), 'UTF8')
  from unnest(fields) with ordinality as f (field, place)
$$;
comment on function private.hashed_fields(text[]) is
  'Fields, each with its length in bytes, so that no two lists of fields read alike; "-" for null.';

create function private.event_text_hash(event public.events) returns bytea
language sql stable set search_path = '' as $$
  select sha256(event.salt || private.hashed_fields(event.actor_name, event.data::text))
$$;
comment on function private.event_text_hash(public.events) is 'The text_hash that an event must have; null once its text is erased.';

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

create function private.chain_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  last public.events;
begin
  -- Every writer has locked the request already. This holds for whoever forgets to.
  perform from public.requests as r where r.id = new.request_id for no key update;
  select e.* into last from public.events as e where e.request_id = new.request_id order by e.seq desc limit 1;
  new.seq := coalesce(last.seq, 0) + 1;
  new.salt := uuid_send(gen_random_uuid());
  new.text_hash := private.event_text_hash(new);
  new.previous_hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  new.hash := private.event_hash(new);
  return new;
end
$$;
comment on function private.chain_event() is 'Gives a new event its place after the last one of its request.';

alter table public.events disable trigger refuse_history_change;
do $$
declare
  event public.events;
  last public.events;
begin
  for event in select e.* from public.events as e order by e.request_id, e.seq loop
    event.salt := uuid_send(gen_random_uuid());
    event.text_hash := private.event_text_hash(event);
    event.previous_hash := case
      when last.request_id = event.request_id then last.hash
      else decode(repeat('00', 32), 'hex')
    end;
    event.hash := private.event_hash(event);
    update public.events as e
    set salt = event.salt, text_hash = event.text_hash, previous_hash = event.previous_hash, hash = event.hash
    where e.request_id = event.request_id and e.seq = event.seq;
    last := event;
  end loop;
end
$$;
alter table public.events enable trigger refuse_history_change;
create trigger chain_event before insert on public.events for each row execute function private.chain_event();

create or replace function private.refuse_history_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  erasable constant text[] := array['actor_name', 'data', 'salt'];
begin
  if tg_op = 'DELETE' then
    -- The request is gone, so this is the cascade of its deletion: the only way a history ends.
    if not exists (select from public.requests as r where r.id = old.request_id) then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    -- Text may be erased, and only as a whole.
    if new.actor_name = '' and new.data = '{}' and new.salt is null and to_jsonb(new) - erasable = to_jsonb(old) - erasable
    then
      return new;
    end if;
  end if;
  raise exception 'events are never changed and never deleted' using errcode = 'insufficient_privilege';
end
$$;
comment on function private.refuse_history_change() is
  'Keeps the history append-only for every role. All that may go is the text of an event, of which its hash stays.';

create function private.erase_event_text(request uuid, seq integer) returns void
language sql set search_path = '' as $$
  update public.events as e set actor_name = '', data = '{}', salt = null
  where e.request_id = erase_event_text.request and e.seq = erase_event_text.seq
$$;
comment on function private.erase_event_text(uuid, integer) is
  'Erases the names and texts of an event. The history still verifies; nobody can tell any more what they were.';

create function public.verify_history(request uuid)
returns table (verified integer, broken_seq integer, verified_at timestamptz, head text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  seen constant boolean := exists (
    select from public.requests as r
    where r.id = verify_history.request
      and (r.workspace_id = any(private.my_workspaces()) or r.id = any(private.my_shared_requests()))
  );
begin
  perform private.require_session();
  if not seen then
    perform private.fail('not_found');
  end if;
  return query
  with chain as (
    select
      e.seq, e.at, e.hash,
      e.seq = row_number() over (order by e.seq)
        and e.previous_hash = lag(e.hash, 1, decode(repeat('00', 32), 'hex')) over (order by e.seq)
        and case
          when e.salt is null then e.actor_name = '' and e.data = '{}'
          else e.text_hash = private.event_text_hash(e)
        end
        and e.hash = private.event_hash(e) as fits
    from public.events as e where e.request_id = verify_history.request
  ),
  broken as (select min(c.seq) as seq from chain as c where c.fits is not true)
  select
    (select count(*)::integer from chain as c where c.seq < coalesce(b.seq, c.seq + 1)),
    b.seq, l.at, encode(l.hash, 'hex')
  from broken as b
  left join lateral (
    select c.at, c.hash from chain as c where c.seq < coalesce(b.seq, c.seq + 1) order by c.seq desc limit 1
  ) as l on true;
end
$$;
comment on function public.verify_history(uuid) is
  'For members, and recipients of the whole request: how many events of its history fit, the first that doesn''t, and time and hash of the last one that fits. Errors: not_found.';
grant execute on function public.verify_history(uuid) to authenticated;
