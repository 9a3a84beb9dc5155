-- Generated from schemas/ by `pnpm migration person_in_parts`.

set local check_function_bodies = off;

create or replace function public.person_details(person uuid)
returns table (
  id uuid, workspace_id uuid, name text, given_name text, email text, note text, revision integer, addresses jsonb,
  tags jsonb, open_requests integer, done_requests integer, items_left integer, asked_at timestamptz,
  last_seen_at timestamptz, zone text, is_proven boolean, answer_seconds bigint, answered_at timestamptz, files integer, bytes bigint, emailed_at timestamptz,
  next_email_at timestamptz, unreachable_at timestamptz, muted_at timestamptz
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(person_details.person);
begin
  return query
    with asked as materialized (
      select c as recipient, r as request
      from private.recipients_of(v_main.id, 100) as c join public.requests as r on r.id = c.request_id
      where r.sent_at is not null
    ),
    opened as (
      select a.* from asked as a where (a.request).status = 'open'
    )
    select
      v_main.id, v_main.workspace_id, coalesce(nullif(v_main.name, ''), v_main.asked_as), v_main.name, v_main.email, v_main.note,
      v_main.revision,
      (
        select jsonb_agg(
          jsonb_build_object('id', m.id, 'email', m.email, 'name', coalesce(nullif(m.name, ''), m.asked_as), 'note', m.note)
          order by m.id <> v_main.id, m.email
        )
        from private.addresses_of(v_main.id) as m
      ),
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name)), '[]') from private.tags_of(v_main.id) as t
      ),
      (select count(distinct (o.request).id)::integer from opened as o),
      (select count(distinct (a.request).id)::integer from asked as a where (a.request).status = 'done'),
      (
        select coalesce(sum(private.count_missing_for(o.recipient, o.request)), 0)::integer
        from (
          -- With both of their addresses in a request its items are theirs once.
          select distinct on ((o.request).id) o.* from opened as o
          where (o.request).paused_at is null order by (o.request).id, (o.recipient).scope
        ) as o
      ),
      (select min(m.asked_at) from private.addresses_of(v_main.id) as m),
      (select max(m.last_seen_at) from private.addresses_of(v_main.id) as m),
      (
        select (a.recipient).zone from asked as a where (a.recipient).zone is not null
        order by (a.recipient).last_seen_at desc nulls last limit 1
      ),
      (select coalesce(bool_or((a.recipient).user_id is not null), false) from asked as a),
      private.usual_answer_seconds(array(select (a.recipient).id from asked as a)),
      (select max(m.answered_at) from private.addresses_of(v_main.id) as m),
      kept.files, kept.bytes,
      (select max((a.recipient).emailed_at) from asked as a),
      (select min((o.recipient).next_reminder_at) from opened as o),
      (select min((o.recipient).unreachable_at) from opened as o),
      (select min((o.recipient).muted_at) from opened as o)
    from private.stored_by(array(select (a.recipient).id from asked as a)) as kept;
end
$$;

create or replace function private.usual_answer_seconds(recipients uuid[]) returns bigint
language sql stable set search_path = '' as $$
  select percentile_cont(0.5) within group (order by extract(epoch from answer.at - asked.since))::bigint
  from (
    select c.id, c.request_id, greatest(r.sent_at, c.created_at) as since
    from unnest(recipients) as a (id)
    join public.recipients as c on c.id = a.id
    join public.requests as r on r.id = c.request_id
    where c.user_id is not null
    order by r.sent_at desc
    limit 20
  ) as asked
  cross join lateral (
    select e.at from public.events as e
    where e.request_id = asked.request_id and e.recipient_id = asked.id and e.kind in ('file_added', 'answered')
    order by e.seq
    limit 1
  ) as answer
  -- One answer is no habit.
  having count(*) >= 2
$$;

create or replace function private.stored_by(recipients uuid[]) returns table (files integer, bytes bigint)
language sql stable rows 1 set search_path = '' as $$
  select count(*)::integer, coalesce(sum(k.size), 0)::bigint
  from (
    select f.size
    from unnest(recipients) as a (id)
    join public.recipients as c on c.id = a.id
    cross join lateral (
      select f.size from public.files as f
      where f.request_id = c.request_id and f.uploaded_by = c.user_id and f.status = 'stored'
      limit 1000
    ) as f
    limit 1000
  ) as k
$$;

comment on function private.stored_by(uuid[]) is 'Files that these recipients have sent, counted up to 1,000, and their bytes.';

comment on function private.usual_answer_seconds(uuid[]) is 'How long these recipients usually take from the day they were asked to their first answer, in the latest requests that they answered; null if they answered fewer than two.';
