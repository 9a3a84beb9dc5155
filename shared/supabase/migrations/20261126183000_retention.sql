-- Files and answers are kept as long as a workspace says, counted from the end of a request, and erased after two warnings
-- (decision 0068).

update public.workspaces as w set retain_days = least(greatest(w.retain_days, 30), 3650)
where w.retain_days not between 30 and 3650;
alter table public.workspaces
  add column retain_sensitive_days integer,
  alter column retain_sensitive_days set statistics 0,
  drop constraint workspaces_retain_days_check,
  add constraint workspaces_retain_days_check check (retain_days between 30 and 3650),
  add constraint workspaces_retain_sensitive_check check (
    retain_sensitive_days between 30 and 3650 and coalesce(retain_sensitive_days < retain_days, true)
  );
comment on column public.workspaces.retain_days is
  'Days for which files and answers are kept after a request ends; null for good. A request that was sent with fewer keeps its number.';
comment on column public.workspaces.retain_sensitive_days is 'Fewer days for sensitive items; null: as for others.';

drop trigger prove_retention on public.workspaces;
create trigger prove_retention
  before update of retain_days, retain_sensitive_days on public.workspaces
  for each row
  -- Without a number of days, files are kept for good.
  when (
    auth.uid() is not null
    and (
      new.retain_days < coalesce(old.retain_days, 2147483647)
      or new.retain_sensitive_days < coalesce(old.retain_sensitive_days, old.retain_days, 2147483647)
    )
  )
  execute function private.prove_workspace_change('retention');

alter table public.requests
  add column retain_days integer,
  add column retain_sensitive_days integer,
  add column erase_at timestamptz,
  add column erased_at timestamptz,
  alter column retain_days set statistics 0,
  alter column retain_sensitive_days set statistics 0,
  alter column erase_at set statistics 0,
  alter column erased_at set statistics 0,
  add constraint requests_retain_days_check check (retain_days between 30 and 3650),
  add constraint requests_retain_sensitive_check check (retain_sensitive_days between 30 and 3650);
comment on column public.requests.retain_days is
  'Days that its recipients were promised when it was sent, or fewer since; its workspace may say fewer still. Null: no limit of its own.';
comment on column public.requests.erase_at is
  'Moment that was announced for erasing what is due by then; null while nothing is announced.';
comment on column public.requests.erased_at is 'When the last of its files and answers were erased; null while there is any.';

alter table public.items
  add column answer_erased_at timestamptz,
  alter column answer_erased_at set statistics 0,
  drop constraint items_answer_fits_check,
  add constraint items_answer_fits_check check (
    answer_kind in ('not_applicable', 'cannot_provide')
    or (answer_kind = kind and (answer is not null or answer_erased_at is not null))
  );
comment on column public.items.answer_erased_at is 'When the text of its answer was erased; what kind of answer it was stays.';

-- Requests that have ended and still hold something. The other index is for those with days of their own.
drop index public.requests_closed_idx;
create index requests_kept_idx on public.requests (workspace_id, closed_at) where closed_at is not null and erased_at is null;
create index requests_kept_shortly_idx on public.requests (closed_at)
  where closed_at is not null and erased_at is null and coalesce(retain_days, retain_sensitive_days) is not null;

create table private.expiries (
  request_id uuid primary key references public.requests (id) on delete cascade,
  due_at timestamptz not null,
  told_at timestamptz,
  told_again_at timestamptz
);
comment on table private.expiries is
  'Requests of which something is going to be erased, and what members were told about it.';
comment on column private.expiries.due_at is
  'Once members were told, the moment that they were told; before that, when the first file or answer is due.';
create index expiries_due_at_idx on private.expiries (due_at);
create index expiries_told_at_idx on private.expiries (told_at) where told_at is not null;

create table private.silences (
  request_id uuid primary key references public.requests (id) on delete cascade,
  told_at timestamptz not null
);
comment on table private.silences is 'Open requests of whose long silence members were told.';

create unique index outbox_collecting_expiry_idx on private.outbox (user_id, workspace_id, kind)
  where attempts = 0 and ended_at is null and kind in ('expiry', 'silence');

alter table private.outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (
    kind in (
      'invitation', 'update', 'ended', 'receipt', 'reminder', 'arrived', 'summary', 'member_invitation', 'second_factor',
      'expiry', 'silence', 'security', 'repeat', 'damaged'
    )
  );

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'file_returned',
      'file_damaged',
      'answered', 'accepted', 'returned', 'waived', 'received_elsewhere', 'decision_undone', 'link_replaced', 'paused',
      'resumed', 'closed', 'done', 'reopened', 'cancelled', 'archived', 'unarchived', 'assigned', 'exported',
      'title_changed', 'message_changed', 'due_changed', 'retention_changed', 'erasure_announced', 'erased',
      'item_added', 'item_changed', 'item_removed', 'items_reordered',
      'recipient_added', 'recipient_corrected', 'recipient_removed',
      'invited', 'reminded', 'unreachable', 'promised',
      'question_asked', 'question_answered', 'question_resolved', 'question_reopened',
      'handed_off', 'taken_back',
      'repeat_set', 'repeat_skipped', 'repeat_ended', 'repeated'
    )
  );

-- Terms -----------------------------------------------------------------------------------------------------------

create function private.kept_days(request public.requests, sensitive boolean) returns integer
language sql stable set search_path = '' as $$
  -- least ignores what is null: it says how long for none of them.
  select least(
    request.retain_days, w.retain_days,
    case when kept_days.sensitive then least(request.retain_sensitive_days, w.retain_sensitive_days) end
  )
  from public.workspaces as w where w.id = request.workspace_id
$$;
comment on function private.kept_days(public.requests, boolean) is
  'Days for which what belongs to an item is kept after the request ends; null for good.';

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
    -- The time of what arrives late starts when it arrives.
    select f.id as file_id, greatest(request.closed_at, f.stored_at) as since
    from public.files as f where f.item_id = i.id and f.status = 'stored'
    union all
    select null, request.closed_at where i.answer is not null
  ) as k
$$;
comment on function private.kept_contents(public.requests) is
  'Files and answers that a request still holds (file_id is null for an answer), and when each is to be erased.';

create function private.note_event(request public.requests, kind text, data jsonb) returns void
language sql set search_path = '' as $$
  -- The caller has locked the request. What Sheaf does by itself doesn't count as activity.
  insert into public.events (request_id, seq, workspace_id, actor_name, kind, data, at)
  values (request.id, 0, request.workspace_id, 'Sheaf', note_event.kind, note_event.data, clock_timestamp())
$$;
comment on function private.note_event(public.requests, text, jsonb) is
  'Appends to the history of a request something that Sheaf does by itself.';

create function private.forget_expiries(workspace uuid) returns void
language sql set search_path = '' as $$
  -- Looked at again with the new number of days. What was announced stays: nothing is erased sooner than was said.
  delete from private.expiries as e using public.requests as r
  where r.id = e.request_id and r.workspace_id = forget_expiries.workspace and e.told_at is null
$$;
comment on function private.forget_expiries(uuid) is 'Has all requests of a workspace looked at again of which nobody was told.';

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
  locked constant public.requests := private.lock_as_member(set_request_retention.request);
  -- Of a draft nothing was promised yet.
  kept constant integer := case
    when locked.sent_at is not null then private.kept_days(locked, false)
    else (select w.retain_days from public.workspaces as w where w.id = locked.workspace_id)
  end;
begin
  if set_request_retention.days not between 30 and 3650 then
    perform private.fail('retention.days');
  elsif set_request_retention.days > kept then
    perform private.fail('retention.longer');
  elsif locked.sent_at is not null and set_request_retention.days is null and locked.retain_days is not null then
    perform private.fail('retention.longer');
  elsif set_request_retention.days is not distinct from locked.retain_days then
    return;
  end if;
  update public.requests as r set retain_days = set_request_retention.days where r.id = locked.id;
  delete from private.expiries as e where e.request_id = locked.id and e.told_at is null;
  if locked.sent_at is not null then
    perform private.add_event(
      locked.id, 'retention_changed', data => jsonb_build_object('before', kept, 'after', set_request_retention.days)
    );
  end if;
end
$$;
comment on function public.set_request_retention(uuid, integer) is
  'For members: keeps what arrives for this request for fewer days than its workspace does. A draft may go back to its workspace''s number (null); after sending, only fewer days are taken, because its recipients were promised no more. Errors: not_found, retention.days, retention.longer.';
grant execute on function public.set_request_retention(uuid, integer) to authenticated;

create function private.promise_retention() returns trigger
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
comment on function private.promise_retention() is
  'Keeps the number of days that recipients are promised when a request is sent, and stops the clock when it is open again.';
create trigger promise_retention
  before update of sent_at, closed_at on public.requests
  for each row execute function private.promise_retention();

create function private.look_again() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.requests as r set erased_at = null where r.id = new.request_id and r.erased_at is not null;
  delete from private.expiries as e where e.request_id = new.request_id and e.told_at is null;
  return null;
end
$$;
comment on function private.look_again() is
  'What arrives late has a time of its own, and an item may become a sensitive one.';
create trigger look_again
  after insert on public.events
  for each row when (new.kind in ('file_added', 'answered', 'item_changed'))
  execute function private.look_again();

-- Warnings --------------------------------------------------------------------------------------------------------

create function private.told_about(request public.requests) returns setof uuid
language sql stable set search_path = '' as $$
  with watching as (
    select m.user_id from public.members as m
    where m.workspace_id = request.workspace_id
      and (private.is_watched(request, m.user_id) or m.user_id = request.assignee)
  )
  select user_id from watching
  union
  -- Somebody must know.
  select m.user_id from public.members as m
  where m.workspace_id = request.workspace_id and m.role = 'owner' and not exists (select from watching)
$$;
comment on function private.told_about(public.requests) is
  'Members who are told what becomes of a request: those who watch it and its assignee, or else the owners.';

create function private.queue_about(kind text, requests uuid[]) returns void
language sql set search_path = '' as $$
  insert into private.outbox as o (kind, workspace_id, user_id, since, not_before, data)
  select
    queue_about.kind, t.workspace_id, t.member, private.email_clock(), private.email_clock() + interval '1 minute',
    -- An email lists a hundred; of more it says so.
    jsonb_build_object('requests', to_jsonb((array_agg(t.id))[:100]))
  from (
    select r.id, r.workspace_id, a.member
    from public.requests as r cross join lateral private.told_about(r) as a (member)
    where r.id = any(queue_about.requests)
  ) as t
  group by t.workspace_id, t.member
  on conflict (user_id, workspace_id, kind) where attempts = 0 and ended_at is null and kind in ('expiry', 'silence')
  do update set data = jsonb_build_object(
    'requests',
    case
      when jsonb_array_length(o.data -> 'requests') >= 100 then o.data -> 'requests'
      else (
        select jsonb_agg(distinct l.id) from jsonb_array_elements((o.data -> 'requests') || (excluded.data -> 'requests')) as l (id)
      )
    end
  )
$$;
comment on function private.queue_about(text, uuid[]) is
  'Tells members of requests in one email about all those that are found within a minute.';

drop function private.queue_expiry(uuid, uuid, jsonb);

create function private.expiry_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'requests', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'title', r.title,
            'url', site || '/requests/' || r.id,
            'files', (
              select count(*) from private.kept_contents(r) as k where k.due_at <= r.erase_at and k.file_id is not null
            ),
            'answers', (
              select count(*) from private.kept_contents(r) as k where k.due_at <= r.erase_at and k.file_id is null
            ),
            'deletedOn', (r.erase_at at time zone w.zone)::date
          ) order by r.erase_at, r.id
        ),
        '[]'
      )
      from public.requests as r
      where r.id in (select l.id::uuid from jsonb_array_elements_text(email.data -> 'requests') as l (id))
        and r.workspace_id = w.id and r.erase_at is not null
    ),
    'hasMore', jsonb_array_length(email.data -> 'requests') >= 100,
    'url', site || '/requests',
    'today', private.workspace_today(w.id)
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;
comment on function private.expiry_facts(private.outbox, text) is
  'Everything that is needed to tell a member what is erased soon.';

create function private.silence_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'requests', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'title', r.title,
            'url', site || '/requests/' || r.id,
            'silentSince', (r.last_activity_at at time zone w.zone)::date
          ) order by r.last_activity_at, r.id
        ),
        '[]'
      )
      from public.requests as r
      where r.id in (select l.id::uuid from jsonb_array_elements_text(email.data -> 'requests') as l (id))
        and r.workspace_id = w.id and r.status = 'open'
    ),
    'hasMore', jsonb_array_length(email.data -> 'requests') >= 100,
    'url', site || '/requests',
    'today', private.workspace_today(w.id)
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;
comment on function private.silence_facts(private.outbox, text) is
  'Everything that is needed to tell a member of open requests on which nothing has happened for a year.';

create or replace function private.member_email_facts(email private.outbox, request public.requests, site text)
returns jsonb
language sql stable set search_path = '' as $$
  select case email.kind
    when 'arrived' then private.arrived_facts(email, request, site)
    when 'summary' then private.summary_facts(email, site)
    when 'member_invitation' then private.member_invitation_facts(email, site)
    when 'second_factor' then private.second_factor_facts(email, site)
    when 'repeat' then private.repeat_facts(email, request, site)
    when 'damaged' then private.damaged_facts(email, request, site)
    when 'expiry' then private.expiry_facts(email, site)
    when 'silence' then private.silence_facts(email, site)
    else private.notice_facts(email, site)
  end
$$;

create or replace function private.member_email_obstacle(email private.outbox, request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when email.kind in ('arrived', 'summary', 'second_factor', 'expiry', 'silence', 'repeat', 'damaged') and not exists (
      select from public.members as m where m.workspace_id = email.workspace_id and m.user_id = email.user_id
    ) then 'not_member'
    -- They say what these members may not read. The email of the kind second_factor tells them why.
    when email.kind in ('arrived', 'summary', 'expiry', 'silence', 'repeat', 'damaged')
      and not private.has_second_factor(email.user_id)
      and exists (
        select from public.workspaces as w where w.id = email.workspace_id and private.binds_members(w)
      ) then 'second_factor'
    when email.kind = 'second_factor' and (
      private.has_second_factor(email.user_id)
      or not exists (select from public.workspaces as w where w.id = email.workspace_id and w.require_second_factor)
    ) then 'not_needed'
    when email.kind = 'member_invitation' and not exists (
      select from private.invitations as i
      where i.id = (email.data ->> 'invitation')::uuid and private.state_of(i) = 'open'
    ) then 'cancelled'
    when exists (
      select from private.suppressed_addresses as s
      where s.address_hash = private.address_hash(
          coalesce(email.address, (select u.email from auth.users as u where u.id = email.user_id))
        )
        -- Somebody who stopped all email is told of changes to their account all the same.
        and (s.reason = 'refused' or email.kind not in ('security', 'second_factor'))
    ) then 'suppressed'
    when email.kind = 'arrived' and private.arrival_emails(email.user_id, email.workspace_id) <> 'each' then 'preference'
    when email.kind = 'summary' and private.arrival_emails(email.user_id, email.workspace_id) <> 'daily' then 'preference'
    -- Damage can't wait for a summary.
    when email.kind = 'damaged' and private.arrival_emails(email.user_id, email.workspace_id) = 'none' then 'preference'
    when email.kind in ('arrived', 'damaged') and not private.is_watched(request, email.user_id) then 'not_watched'
    when email.kind in ('arrived', 'damaged') and request.status = 'cancelled' then 'request_ended'
    when email.kind = 'damaged' and private.damaged_files(request.id, email.since) = '[]' then 'undone'
    when email.kind = 'expiry' and private.expiry_facts(email, '') -> 'requests' = '[]' then 'undone'
    when email.kind = 'silence' and private.silence_facts(email, '') -> 'requests' = '[]' then 'undone'
    -- Skipped, changed, ended, or sent by now.
    when email.kind = 'repeat' and not exists (
      select from private.repeats as s
      where s.request_id = email.request_id and s.sender = email.user_id and s.next_on = (email.data ->> 'on')::date
        and (s.failure is not null) = (email.data ->> 'failed')::boolean
    ) then 'undone'
  end
$$;

create function public.plan_expiries(batch integer) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  notice constant interval := interval '14 days';
  last_notice constant interval := interval '2 days';
  most constant integer := least(greatest(plan_expiries.batch, 1), 500);
  request public.requests;
  expiry private.expiries;
  due timestamptz;
  silent uuid[];
  planned integer := 0;
begin
  -- Requests whose shortest time ends soon. Rows that are locked are skipped: the next run finds them.
  for request in
    select r.* from public.requests as r
    where r.id in (
      select s.id
      from public.workspaces as w
      cross join lateral (
        select r.id from public.requests as r
        where r.workspace_id = w.id and r.closed_at is not null and r.erased_at is null
          and r.closed_at <= moment + notice - make_interval(days => least(w.retain_days, w.retain_sensitive_days))
          and not exists (select from private.expiries as e where e.request_id = r.id)
        order by r.closed_at limit most
      ) as s
      where coalesce(w.retain_days, w.retain_sensitive_days) is not null
      union
      (
        select r.id from public.requests as r
        where r.closed_at is not null and r.erased_at is null and coalesce(r.retain_days, r.retain_sensitive_days) is not null
          and r.closed_at <= moment + notice - make_interval(days => least(r.retain_days, r.retain_sensitive_days))
          and not exists (select from private.expiries as e where e.request_id = r.id)
        order by r.closed_at limit most
      )
    )
    order by r.id limit most
    for update of r skip locked
  loop
    select min(k.due_at) into due from private.kept_contents(request) as k;
    if due is not null then
      insert into private.expiries (request_id, due_at) values (request.id, due) on conflict do nothing;
    elsif not exists (select from private.kept_contents(request)) then
      update public.requests as r set erased_at = now() where r.id = request.id;
    else
      -- The rest is kept for good: until the workspace says otherwise.
      insert into private.expiries (request_id, due_at) values (request.id, 'infinity') on conflict do nothing;
    end if;
    planned := planned + 1;
  end loop;

  for expiry in
    select e.* from private.expiries as e
    where e.due_at <= moment + notice and e.told_at is null
      or e.due_at <= moment + last_notice and e.told_again_at is null
      -- Told in a future that didn't come: somebody has set back the clock.
      or e.told_at > moment
    order by e.due_at limit most
  loop
    -- Workspaces before requests, as a deletion locks them: an email refers to both. Nobody is waited for.
    perform from public.workspaces as w
    where w.id = (select r.workspace_id from public.requests as r where r.id = expiry.request_id)
    for key share skip locked;
    continue when not found;
    select r.* into request from public.requests as r where r.id = expiry.request_id for update skip locked;
    continue when not found;
    select e.* into expiry from private.expiries as e where e.request_id = request.id for update;
    continue when not found;
    select min(k.due_at) into due from private.kept_contents(request) as k;
    if due is null or due > moment + notice then
      -- Removed, or to be kept longer since.
      delete from private.expiries as e where e.request_id = request.id;
      update public.requests as r set erase_at = null where r.id = request.id;
    elsif expiry.told_at is null or expiry.told_at > moment then
      due := greatest(due, moment + notice);
      update private.expiries as e set told_at = moment, told_again_at = null, due_at = due where e.request_id = request.id;
      update public.requests as r set erase_at = due where r.id = request.id returning r.* into request;
      perform private.note_event(request, 'erasure_announced', jsonb_build_object(
        'on', (select (due at time zone w.zone)::date from public.workspaces as w where w.id = request.workspace_id)
      ));
      perform private.queue_about('expiry', array[request.id]);
    elsif expiry.told_again_at is null and expiry.due_at <= moment + last_notice then
      due := greatest(expiry.due_at, moment + last_notice);
      update private.expiries as e set told_again_at = moment, due_at = due where e.request_id = request.id;
      update public.requests as r set erase_at = due where r.id = request.id returning r.* into request;
      perform private.queue_about('expiry', array[request.id]);
    else
      continue;
    end if;
    planned := planned + 1;
  end loop;

  with silent as (
    select s.id
    from public.workspaces as w
    cross join lateral (
      select r.id from public.requests as r
      where r.workspace_id = w.id and r.status = 'open' and r.last_activity_at <= moment - interval '1 year'
        and not exists (
          select from private.silences as s
          where s.request_id = r.id and s.told_at > moment - interval '1 year'
        )
      order by r.last_activity_at limit most
    ) as s
    limit most
  ),
  noted as (
    insert into private.silences as s (request_id, told_at) select l.id, moment from silent as l
    on conflict (request_id) do update set told_at = excluded.told_at
    returning s.request_id
  )
  select array_agg(n.request_id) into silent from noted as n;
  perform private.queue_about('silence', silent);
  planned := planned + coalesce(cardinality(silent), 0);
  return planned;
end
$$;
comment on function public.plan_expiries(integer) is
  'For the worker: tells members 14 and 2 days before files and answers of an ended request are erased, and after a year in which nothing happened on an open one. Nothing is erased sooner than 14 days after the first warning and 2 days after the second. Returns how many requests it dealt with; 0 when there are no more.';
grant execute on function public.plan_expiries(integer) to service_role;

create function public.erase_expired(batch integer) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  due private.expiries;
  request public.requests;
  erased_files integer;
  erased_answers integer;
  erased integer := 0;
begin
  for due in
    select e.* from private.expiries as e
    where e.due_at <= moment and e.told_at <= moment and e.told_again_at <= moment
    order by e.due_at limit least(greatest(erase_expired.batch, 1), 100)
  loop
    -- Requests first, as every writer does. Nobody is waited for.
    select r.* into request from public.requests as r
    where r.id = due.request_id and r.closed_at is not null for update skip locked;
    continue when not found;
    delete from private.expiries as e
    where e.request_id = request.id and e.due_at <= moment and e.told_at <= moment and e.told_again_at <= moment;
    continue when not found;
    with contents as materialized (
      select k.* from private.kept_contents(request) as k where k.due_at <= moment
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
    into erased_files, erased_answers;
    update public.requests as r
    set
      erase_at = null,
      erased_at = case when not exists (select from private.kept_contents(r)) then now() end
    where r.id = request.id;
    if erased_files + erased_answers > 0 then
      perform private.note_event(
        request, 'erased', jsonb_build_object('files', erased_files, 'answers', erased_answers)
      );
    end if;
    erased := erased + 1;
  end loop;
  return erased;
end
$$;
comment on function public.erase_expired(integer) is
  'For the worker: erases the files and answers that are due, of requests about which members were warned twice. What a file was called, its size, sum and times stay. Bytes go with the purge. Returns how many requests it dealt with; 0 when there are no more.';
grant execute on function public.erase_expired(integer) to service_role;

-- The task of the worker that keeps to retention erases what has expired.
create or replace function public.retire_files(upload_hours integer, batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  retired uuid[];
  dropped uuid[];
  forgotten uuid[];
begin
  -- Locked rows are skipped, so the job neither blocks nor overtakes people who are uploading, finishing or deciding.
  select array_agg(late.id) into retired
  from (
    select f.id from public.files as f
    where f.status = 'uploading' and f.created_at < now() - make_interval(hours => retire_files.upload_hours)
    order by f.created_at
    limit retire_files.batch
    for update skip locked
  ) as late;
  update public.files as f set status = 'removed', removed_at = now() where f.id = any(retired);

  select array_agg(late.id) into dropped
  from (
    select e.id from public.item_examples as e
    where e.status = 'uploading' and e.created_at < now() - make_interval(hours => retire_files.upload_hours)
    order by e.created_at
    limit retire_files.batch
    for update skip locked
  ) as late;
  delete from public.item_examples as e where e.id = any(dropped);

  -- Jobs are kept for 90 days, as emails are. One goes with its copy of the template.
  select array_agg(old.id) into forgotten
  from (
    select r.id from private.jobs as j
    join public.requests as r on r.id = j.checklist_id
    where j.created_at < now() - interval '90 days'
      and not exists (select from private.job_rows as l where l.job_id = j.id and l.done_at is null)
    order by j.created_at
    limit 20
    for update skip locked
  ) as old;
  delete from public.requests as r where r.id = any(forgotten);

  return coalesce(cardinality(retired), 0) + coalesce(cardinality(dropped), 0) + coalesce(cardinality(forgotten), 0);
end
$$;
comment on function public.retire_files(integer, integer) is
  'For the purge job: removes unfinished uploads begun more than the given hours ago, examples too, and forgets jobs after 90 days. Returns the number removed; 0 when there are no more.';
