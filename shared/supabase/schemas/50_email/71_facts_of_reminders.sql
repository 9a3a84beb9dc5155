-- The facts of a reminder.

-- Only recipients of the whole request can ask somebody else, so a reminder says so to them alone.
create function private.reminder_facts(
  covers uuid[], at timestamptz, site text, is_preview boolean default false
) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'asker', private.asker_facts((lead.request)),
    'recipientName', (lead.person).name,
    'today', (reminder_facts.at at time zone coalesce((lead.person).zone, lead.zone))::date,
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
          'request', jsonb_build_object('title', r.title, 'dueOn', r.due_on, 'url', site || '/r/' || l.token),
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
comment on function private.reminder_facts(uuid[], timestamptz, text, boolean) is
  'Everything that is needed to write a reminder to these recipients, who are one person. A preview has no link that stops email.';
