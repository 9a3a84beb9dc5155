-- The facts of a reminder.

-- Only recipients of the whole request can ask another person, so only their reminders say so.
create function private.facts_reminder(
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
comment on function private.facts_reminder(uuid[], timestamptz, text, boolean) is
  'The facts for a reminder to these recipients, who are one person. A preview has no link that stops email.';

create function private.waiting_items(request uuid, person public.recipients) returns jsonb
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
comment on function private.waiting_items(uuid, public.recipients) is 'Items that this recipient still has to answer, for @sheaf/email.';
