-- Recipients report a request; operators read it.
--
-- The workspace isn't told, and may write to fewer people.

create table private.request_reports (
  request_id uuid not null references public.requests (id) on delete cascade,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  user_id uuid not null,
  note text not null,
  at timestamptz not null default now(),
  behind uuid,
  primary key (request_id, user_id),
  constraint request_reports_note_check check (char_length(note) <= 1000)
);
comment on table private.request_reports is
  'What recipients have reported, once per person and request. Kept when they delete their account: they may have been threatened.';
comment on column private.request_reports.behind is
  'Who handed the reporter their items; null for a recipient of the whole request.';

create index request_reports_workspace_id_idx on private.request_reports (workspace_id, at);

create function public.report_request(request uuid, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  v_words constant text := private.trimmed(coalesce(report_request.note, ''));
begin
  if not coalesce(
    report_request.request = any(private.my_requests()) or report_request.request = any(private.my_handed_requests()), false
  ) then
    perform private.fail('not_found');
  elsif char_length(v_words) > 1000 then
    perform private.fail('report.note');
  end if;
  insert into private.request_reports (request_id, workspace_id, user_id, note, behind)
  select
    r.id, r.workspace_id, v_me, v_words,
    (
      select h.handed_by from public.recipients as p join public.recipient_items as h on h.recipient_id = p.id
      where p.request_id = r.id and p.user_id = v_me order by h.at, h.item_id limit 1
    )
  from public.requests as r where r.id = report_request.request
  on conflict do nothing;
end
$$;
comment on function public.report_request(uuid, text) is
  'For a recipient: reports a request to the operator, once; the first report stays. The workspace isn''t told. Errors: not_found, report.note (over 1,000 characters).';
grant execute on function public.report_request(uuid, text) to authenticated;

create function public.request_reports()
returns table (at timestamptz, workspace uuid, workspace_name text, request uuid, title text, note text)
language sql stable security definer set search_path = '' as $$
  select r.at, w.id, w.name, q.id, q.title, r.note
  from private.request_reports as r
  join public.workspaces as w on w.id = r.workspace_id
  join public.requests as q on q.id = r.request_id
  order by r.at desc
  limit 50
$$;
comment on function public.request_reports() is 'For the operator: the 50 newest reports. They don''t say who reported.';
grant execute on function public.request_reports() to service_role;

create function public.email_workspaces()
returns table (
  workspace uuid, name text, waiting bigint, sent_today bigint, new_today bigint, new_allowed integer, reporters integer
)
language sql stable security definer set search_path = '' as $$
  with capped as (
    select coalesce(o.workspace_id, r.workspace_id) as id, count(*) as waiting
    from private.outbox as o left join public.requests as r on r.id = o.request_id
    where o.ended_at is null and o.reason = 'capped'
    group by 1
  ),
  reported as (
    select distinct r.workspace_id as id from private.request_reports as r
    where r.at > private.email_clock() - interval '30 days'
  )
  select
    w.id,
    w.name,
    coalesce(c.waiting, 0),
    (
      select coalesce(sum(h.sent), 0) from private.email_hours as h
      where h.workspace_id = w.id and h.hour >= date_trunc('day', private.email_clock(), 'UTC')
    ),
    (
      select count(*) from private.emailed_addresses as a
      where a.workspace_id = w.id and a.since = (private.email_clock() at time zone 'UTC')::date
    ),
    private.new_addresses_allowed(w.id),
    private.recent_reporters(w.id)
  from public.workspaces as w
  left join capped as c on c.id = w.id
  left join reported as r on r.id = w.id
  where c.id is not null or r.id is not null
  order by 7 desc, 3 desc, w.id
  limit 100
$$;
comment on function public.email_workspaces() is
  'For the operator: workspaces whose emails wait for a cap, and those that recipients have reported in the last 30 days. At most 100, those with the most reports first. Today is a day in UTC.';
grant execute on function public.email_workspaces() to service_role;

create function public.unusual_addresses() returns table (place text, workspace uuid, request uuid, address text)
language sql stable security definer set search_path = '' as $$
  (
    select 'recipient', p.workspace_id, p.request_id, p.email from public.recipients as p
    where not private.is_address(p.email) and p.removed_at is null
    union all
    select 'invitation', i.workspace_id, null, i.email from private.invitations as i
    where not private.is_address(i.email) and i.accepted_at is null
  )
  limit 100
$$;
comment on function public.unusual_addresses() is
  'For the operator: stored addresses that aren''t canonical, at most 100. They get no email until a member corrects them.';
grant execute on function public.unusual_addresses() to service_role;

create function private.recent_reporters(workspace uuid) returns integer
language sql stable set search_path = '' as $$
  select count(distinct coalesce(r.behind, r.user_id))::integer from private.request_reports as r
  where r.workspace_id = recent_reporters.workspace and r.at > private.email_clock() - interval '30 days'
$$;
comment on function private.recent_reporters(uuid) is
  'How many people have reported a request of this workspace in 30 days. All to whom the same person handed items are one.';
