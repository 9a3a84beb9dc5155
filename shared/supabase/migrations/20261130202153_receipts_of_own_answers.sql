-- Generated from schemas/ by `pnpm migration receipts_of_own_answers`.

set local check_function_bodies = off;

create or replace function private.tg_workspaces__forget_usage() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.usage as u
  where (u.name in ('workspace_bytes', 'requests', 'bulk_rows', 'people') and u.subject = old.id::text)
    or (u.name = 'address' and u.subject like old.id || ' %');
  return null;
end
$$;

create or replace function public.add_people(workspace uuid, people jsonb) returns table (added integer, known integer)
language plpgsql security definer rows 1 set search_path = '' as $$
#variable_conflict use_column
declare
  v_most constant integer := 1000;
begin
  perform private.require_role(add_people.workspace, 'member');
  if jsonb_typeof(add_people.people) is distinct from 'array' then
    perform private.fail('draft.recipient');
  elsif jsonb_array_length(add_people.people) > v_most then
    perform private.fail('person.too_many');
  elsif exists (
    select from private.listed_recipients(add_people.people) as g where not private.is_address(g.email)
  ) then
    perform private.fail('draft.recipient');
  elsif exists (
    select from private.listed_recipients(add_people.people) as g
    where g.name <> '' and (not private.fits(g.name, 1, 80) or not private.is_name(g.name))
  ) then
    perform private.fail('person.name');
  end if;
  perform private.lock_people(add_people.workspace, false);
  perform private.use_quota('people', add_people.workspace::text, jsonb_array_length(add_people.people));
  return query
    with written as (
      -- In the order in which requests add people.
      insert into private.people as p (workspace_id, email, name)
      select distinct on (g.email) add_people.workspace, g.email, g.name
      from private.listed_recipients(add_people.people) as g
      order by g.email, g.name = '', g.position
      on conflict (workspace_id, email) do update
      set
        -- A name that members or requests have stays.
        name = case when p.name = '' and p.asked_as = '' then excluded.name else p.name end,
        asked_until = excluded.asked_until
      returning p.xmax = 0 as is_new
    )
    select count(*) filter (where w.is_new)::integer, count(*) filter (where not w.is_new)::integer from written as w;
end
$$;

create or replace function private.receipt_answer(item public.items, recipient public.recipients, request public.requests)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'kind', item.answer_kind,
    -- Receipts are emailed and shown to others.
    'text', case when not item.sensitive and item.answer_erased_at is null then coalesce(item.answer, '') end,
    'answered_at', private.utc(e.at)
  )
  from (
    select e.at, e.recipient_id from public.events as e
    where e.request_id = item.request_id and e.item_id = item.id and e.kind = 'answered'
    order by e.seq desc
    limit 1
  ) as e
  where item.answer_kind is not null
    -- Of a cancelled request, a receipt has only the recipient's own.
    and (request.status <> 'cancelled' or e.recipient_id = recipient.id)
$$;

create or replace function private.delete_receipts(request uuid) returns void
language sql set search_path = '' as $$
  delete from private.receipts as c using public.recipients as p
  where p.id = c.recipient_id and p.request_id = delete_receipts.request and c.issued_at is not null;
  -- A worker that is signing one has read the answers already. Without its lease it can't store that.
  update private.receipts as c set claimed_by = null, claimed_until = null
  from public.recipients as p
  where p.id = c.recipient_id and p.request_id = delete_receipts.request and c.claimed_by is not null;
$$;

create or replace function public.erase_expired(batch integer) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_due private.expiries;
  v_request public.requests;
  v_erased_files integer;
  v_erased_answers integer;
  v_erased integer := 0;
begin
  for v_due in
    select e.* from private.expiries as e
    where e.due_at <= v_moment and e.told_at <= v_moment and e.told_again_at <= v_moment
    order by e.due_at limit least(greatest(erase_expired.batch, 1), 100)
  loop
    -- Requests first, as every writer does. Locked rows are skipped.
    select r.* into v_request from public.requests as r
    where r.id = v_due.request_id and r.closed_at is not null for update skip locked;
    continue when not found;
    delete from private.expiries as e
    where e.request_id = v_request.id and e.due_at <= v_moment and e.told_at <= v_moment and e.told_again_at <= v_moment;
    continue when not found;
    with contents as materialized (
      select k.* from private.kept_contents(v_request) as k where k.due_at <= v_moment
    ),
    files as (
      update public.files as f set status = 'removed', removed_at = now()
      where f.id in (select c.file_id from contents as c)
      returning f.id
    ),
    -- The new revision prevents undoing a decision about what can no longer be read.
    items as (
      update public.items as i
      set
        revision = i.revision + 1,
        answer = case when c.has_answer then null else i.answer end,
        answer_erased_at = case when c.has_answer then now() else i.answer_erased_at end
      from (select c.item_id, bool_or(c.file_id is null) as has_answer from contents as c group by c.item_id) as c
      where i.id = c.item_id
      returning c.has_answer
    )
    select (select count(*) from files), (select count(*) from items as i where i.has_answer)
    into v_erased_files, v_erased_answers;
    update public.requests as r
    set
      erase_at = null,
      erased_at = case when not exists (select from private.kept_contents(r)) then now() end
    where r.id = v_request.id;
    if v_erased_answers > 0 then perform private.delete_receipts(v_request.id); end if;
    if v_erased_files + v_erased_answers > 0 then
      perform private.note_event(
        v_request, 'erased', jsonb_build_object('files', v_erased_files, 'answers', v_erased_answers)
      );
    end if;
    v_erased := v_erased + 1;
  end loop;
  return v_erased;
end
$$;

comment on function private.delete_receipts(uuid) is 'Deletes a request''s receipts after its answers were erased, because receipts quote answers. Recipients keep the copies they saved.';

comment on function private.my_name(uuid) is 'The caller''s name in the history of a request: as the requester wrote it, else the caller''s own display name, else the shortened address that the request was sent to. Without a caller it is Sheaf that acts.';

comment on function private.name_for_members(uuid,uuid,text) is 'A name in the history as members see it: the whole address of a recipient who has no name.';

comment on function private.receipt_answer(public.items,public.recipients,public.requests) is 'The written answer of an item, as receipts list it; null without an answer. The text of a sensitive item is left out.';
