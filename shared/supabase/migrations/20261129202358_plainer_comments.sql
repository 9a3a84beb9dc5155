-- Generated from schemas/ by `pnpm migration plainer_comments`.

set local check_function_bodies = off;

create or replace function private.next_reminder(person public.recipients) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  v_parent public.requests;
  v_zone text;
begin
  -- A recipient who neither got an email nor came doesn't know what the reminder would be about.
  if num_nonnulls(person.removed_at, person.muted_at, person.unreachable_at) > 0
    or num_nonnulls(person.invited_at, person.user_id) = 0
  then
    return null;
  end if;
  select r.* into v_parent from public.requests as r where r.id = person.request_id;
  if v_parent.status <> 'open'
    or num_nonnulls(v_parent.paused_at, v_parent.reminders_paused_at) > 0
    or private.count_missing_for(person, v_parent) = 0
    or person.reminders_sent >= (v_parent.reminder_plan ->> 'most')::integer
  then
    return null;
  end if;
  v_zone := coalesce(person.zone, (select w.zone from public.workspaces as w where w.id = person.workspace_id));
  return private.reminder_time(
    greatest(
      private.planned_reminder(v_parent.reminder_plan, v_parent.due_on, person.remind_after, v_zone),
      private.reminder_pause(person, v_zone)
    ),
    v_zone
  );
end
$$;

create or replace function private.asker_facts(request public.requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'name', coalesce(f.display_name, u.email),
    'email', u.email,
    'workspace', w.name,
    'isTrusted', exists (select from private.answered_workspaces as a where a.workspace_id = w.id)
  )
  from public.members as m
  join auth.users as u on u.id = m.user_id
  join public.workspaces as w on w.id = m.workspace_id
  left join public.profiles as f on f.user_id = m.user_id
  where m.workspace_id = request.workspace_id
  -- The sender may have left.
  order by m.user_id = request.sent_by desc, m.role = 'owner' desc, m.created_at
  limit 1
$$;

create or replace function private.facts_security(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'change', email.data ->> 'change',
    'email', email.data ->> 'email',
    'detail', email.data ->> 'detail',
    'at', email.since,
    'zone', email.data ->> 'zone',
    'undoUrl', case
      when email.data ->> 'change' in ('account_deleted', 'change_undone') then null
      -- The person at the new address can't be the one who lost the account by it.
      when email.data ->> 'change' = 'email_changed' and (
        lower(email.data ->> 'detail') = email.address
        or private.is_newcomer(email.user_id, email.data ->> 'subject', email.since)
      ) then null
      else site || '/email/undo/' || private.stop_token(email.id, email.address, 'notice')
    end
  )
$$;

create or replace function public.repeat_request(request uuid, every text default null, first_on date default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_to_copy(repeat_request.request);
  v_today constant date := private.workspace_today(v_locked.workspace_id);
begin
  perform private.require_newest(v_locked);
  if repeat_request.every is null then
    delete from private.repeats as s where s.request_id = v_locked.id;
    if found then
      perform private.add_event(v_locked.id, 'repeat_ended');
    end if;
    return;
  elsif v_locked.is_template or v_locked.status = 'draft' then
    perform private.fail('repeat.draft');
  elsif v_locked.status = 'cancelled' then
    perform private.fail('request.closed');
  elsif repeat_request.every not in ('month', 'quarter', 'year') then
    perform private.fail('repeat.every');
  elsif coalesce(repeat_request.first_on not between v_today + 1 and (v_today + interval '1 year')::date, true) then
    perform private.fail('repeat.date');
  end if;
  insert into private.repeats as s (request_id, workspace_id, every, first_on, next_on, sender, not_before, is_told)
  values (
    v_locked.id, v_locked.workspace_id, repeat_request.every, repeat_request.first_on, repeat_request.first_on, auth.uid(),
    private.repeat_time(v_locked.workspace_id, repeat_request.first_on),
    -- A sender who has just chosen tomorrow knows it.
    repeat_request.first_on = v_today + 1
  )
  on conflict (request_id) do update set
    -- A member who only takes it over moves no 31st.
    first_on = case
      when s.every = excluded.every and s.next_on = excluded.next_on then s.first_on else excluded.first_on
    end,
    every = excluded.every, next_on = excluded.next_on, sender = excluded.sender,
    not_before = excluded.not_before, is_told = excluded.is_told, failure = null, attempts = 0, claimed_until = null,
    claimed_by = null;
  perform private.add_event(v_locked.id, 'repeat_set');
end
$$;

create or replace function public.skip_repeat(request uuid, day date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_as_member(skip_repeat.request);
begin
  perform private.require_newest(v_locked);
  update private.repeats as s
  set
    next_on = d.day, not_before = private.repeat_time(s.workspace_id, d.day), is_told = false, failure = null, attempts = 0,
    claimed_until = null, claimed_by = null,
    -- As for a job: the member who goes on takes the place of one who has left.
    sender = case when private.may_send_requests(s.workspace_id, s.sender) then s.sender else auth.uid() end
  from (
    select private.repeat_day(o.every, o.first_on, greatest(o.next_on, private.workspace_today(o.workspace_id))) as day
    from private.repeats as o where o.request_id = v_locked.id
  ) as d
  where s.request_id = v_locked.id and s.next_on = skip_repeat.day;
  if found then
    perform private.add_event(v_locked.id, 'repeat_skipped');
  end if;
end
$$;

create or replace function public.claim_checks(worker uuid, batch integer) returns table (file uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
begin
  -- Claims are serialised so that each sees all earlier ones, as those of the purge.
  lock table private.checks in share row exclusive mode;
  return query
    with due as (
      select f.id, f.object_key
      from public.files as f left join private.checks as c on c.file_id = f.id
      where f.status = 'stored' and f.checked_at is null
        and (c.file_id is null or c.not_before <= v_moment and (c.claimed_until is null or c.claimed_until < now()))
      -- A member may be looking at what has just arrived.
      order by f.stored_at desc, f.id
      limit least(claim_checks.batch, 100)
    ),
    claimed as (
      insert into private.checks as c (file_id, claimed_by, claimed_until)
      select d.id, claim_checks.worker, now() + interval '15 minutes' from due as d
      on conflict (file_id) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
    )
    select d.id, d.object_key from due as d;
end
$$;

comment on function private.facts_binned(private.outbox,public.requests,public.recipients,text) is 'Everything that is needed to tell a recipient or a member that a request is in the bin.';

comment on function private.may_email_links(uuid) is 'Whether emails quote texts with links by this workspace: it is older than seven days, and a request of it has been answered.';

comment on function private.tg_requests__end_repeat() is 'A cancelled request repeats no longer.';

comment on function public.ask_deletion(uuid) is 'For the sender of a stored file: asks the members to delete it, once its request has ended. Repeating a call changes nothing; after a refusal it asks again. Errors: not_found, request.open, request.deleted, quota.deletion_asks.';
