-- Generated from schemas/ by `pnpm migration links_in_titles_and_reasons`.

set local check_function_bodies = off;

create or replace function private.common_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns table (facts jsonb, retain_days integer, zone text, handed jsonb)
language sql stable rows 1 set search_path = '' as $$
  select
    jsonb_build_object(
      'asker', private.asker_facts(request),
      'recipientName', recipient.name,
      'request', jsonb_build_object('title', private.emailed_title(request), 'dueOn', request.due_on, 'url', site || '/r/' || l.token),
      'today', (private.email_clock() at time zone coalesce(recipient.zone, w.zone))::date,
      'stop', jsonb_build_object(
        'request', site || '/email/stop/' || private.stop_token(recipient.id, coalesce(email.address, recipient.email)),
        'everything', site || '/settings/email'
      )
    ) as facts,
    w.retain_days,
    coalesce(recipient.zone, w.zone) as zone,
    (
      select coalesce(jsonb_agg(jsonb_build_object('title', i.title, 'by', h.handed_by_name) order by i.position), '[]')
      from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
      where h.recipient_id = recipient.id
    ) as handed
  from public.workspaces as w
  join public.request_links as l on l.request_id = request.id
  where w.id = request.workspace_id
$$;

create or replace function private.emailed_message(request public.requests) returns text
language sql stable set search_path = '' as $$
  select private.emailed_words(request.message, request.workspace_id)
$$;

create or replace function private.emailed_title(request public.requests) returns text
language sql stable set search_path = '' as $$
  select coalesce(nullif(private.emailed_words(request.title, request.workspace_id), ''), 'Documents')
$$;

create or replace function private.emailed_words(text text, workspace uuid) returns text
language sql stable set search_path = '' as $$
  select case
    when private.has_link(emailed_words.text) and not private.may_email_links(emailed_words.workspace) then ''
    else emailed_words.text
  end
$$;

create or replace function private.returns_since(request public.requests, since timestamptz, person public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', i.title,
        'reason', coalesce(private.emailed_words(i.reason, i.workspace_id), ''),
        'files', (
          select coalesce(
            jsonb_agg(jsonb_build_object('name', f.name, 'reason', f.verdict_reason) order by f.created_at, f.id), '[]'
          )
          from public.files as f
          where f.item_id = i.id and f.status = 'stored' and f.verdict = 'returned'
            and private.emailed_words(f.verdict_reason, i.workspace_id) <> ''
        )
      )
      order by i.position
    ),
    '[]'
  )
  from public.items as i
  where i.request_id = request.id and i.removed_at is null and i.status = 'returned' and private.is_for(person, i.id)
    and exists (
      select from public.events as e
      where e.request_id = request.id and e.item_id = i.id and e.kind in ('returned', 'file_returned')
        and e.at >= returns_since.since
    )
$$;

create or replace function private.facts_reminder(
  covers uuid[], at timestamptz, site text, is_preview boolean default false
) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'asker', private.asker_facts((lead.request)),
    'recipientName', (lead.person).name,
    'today', (facts_reminder.at at time zone coalesce((lead.person).zone, lead.zone))::date,
    'stop', jsonb_build_object(
      'request',
      site || '/email/stop/' || case
        when is_preview then ''
        else private.stop_token(
          (lead.person).id, (lead.person).email, case cardinality(covers) when 1 then 'request' else 'workspace' end
        )
      end,
      'everything', site || '/settings/email'
    ),
    'requests', (
      select jsonb_agg(
        jsonb_build_object(
          'request', jsonb_build_object('title', private.emailed_title(r), 'dueOn', r.due_on, 'url', site || '/r/' || l.token),
          'states', (
            select jsonb_agg(i.status order by i.position) from public.items as i
            where i.request_id = r.id and i.removed_at is null and i.required and private.is_for(p, i.id)
          ),
          'waiting', private.waiting_items(r.id, p),
          'promisedOn', p.promised_on,
          'canHandOff', p.scope = 'all',
          'stop', jsonb_build_object(
            'request',
            site || '/email/stop/' || case when is_preview then '' else private.stop_token(p.id, p.email) end
          )
        )
        order by c.place
      )
      from unnest(covers) with ordinality as c (id, place)
      join public.recipients as p on p.id = c.id
      join public.requests as r on r.id = p.request_id
      join public.request_links as l on l.request_id = r.id
    )
  )
  from (
    select p as person, r as request, w.zone
    from public.recipients as p
    join public.requests as r on r.id = p.request_id
    join public.workspaces as w on w.id = p.workspace_id
    where p.id = covers[1]
  ) as lead
$$;

create or replace function private.waiting_items(request uuid, person public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', i.title,
        -- A link there would reach strangers' inboxes through a new workspace. The page shows them whole.
        'instructions', case when private.has_link(i.instructions) then '' else i.instructions end,
        'isReturned', i.status = 'returned',
        'files', case when i.status = 'partial' then private.stored_files(i.id) else 0 end,
        'expectedFiles', i.expected_files,
        'reason', case
          when i.status = 'returned' then coalesce(
            nullif(private.emailed_words(i.reason, i.workspace_id), ''),
            (
              select string_agg(f.name || ': ' || f.verdict_reason, E'\n' order by f.created_at, f.id)
              from public.files as f
              where f.item_id = i.id and f.status = 'stored' and f.verdict = 'returned' and private.emailed_words(f.verdict_reason, i.workspace_id) <> ''
            ),
            ''
          )
          else ''
        end
      )
      order by i.position
    ),
    '[]'
  )
  from public.items as i
  where i.request_id = waiting_items.request and i.removed_at is null and i.required
    and i.status in ('missing', 'partial', 'returned') and private.is_for(person, i.id)
$$;

create or replace function private.decided_deletions(recipient public.recipients, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', f.name, 'item', i.title, 'refusal', private.emailed_words(f.deletion_refusal, f.workspace_id)) order by i.position, f.stored_at
  ), '[]')
  from public.files as f join public.items as i on i.id = f.item_id
  where f.request_id = recipient.request_id and f.uploaded_by = recipient.user_id and f.deletion_asked_at is not null
    and (f.deletion_refused_at >= decided_deletions.since or f.status = 'removed' and f.removed_at >= decided_deletions.since)
$$;

create or replace function private.facts_binned(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(common.facts, '{}') || jsonb_build_object(
    'workspace', w.name,
    'title', case when email.recipient_id is null then request.title else private.emailed_title(request) end,
    'by', coalesce((select f.display_name from public.profiles as f where f.user_id = request.deleted_by), w.name),
    'goneOn', ((request.deleted_at + interval '14 days') at time zone w.zone)::date,
    'today', private.workspace_today(w.id),
    'url', case
      when email.recipient_id is null then site || '/requests/' || request.id
      when recipient.user_id is not null then common.facts -> 'request' ->> 'url'
    end
  )
  from public.workspaces as w
  left join private.common_facts(email, request, recipient, site) as common on email.recipient_id is not null
  where w.id = request.workspace_id and (email.recipient_id is null or common.facts is not null)
$$;

comment on function private.emailed_title(public.requests) is 'The title as emails to recipients and their subjects have it; "Documents" in place of one with a link from a workspace that is new or has no answers yet.';

comment on function private.emailed_words(text,uuid) is 'What a member wrote, as emails quote it. Empty if it has a link and the workspace is new or has no answers yet.';
