-- The facts of an invitation to answer a request.

create function private.facts_invitation(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || jsonb_build_object(
    'items', case recipient.scope when 'all' then request.items_total else jsonb_array_length(common.handed) end,
    'message', case recipient.scope when 'all' then private.emailed_message(request) else '' end,
    'handed', common.handed,
    'retainDays', common.retain_days,
    -- The page asks for a code before it takes a report.
    'reportUrl', common.facts -> 'request' ->> 'url' || '#report'
  )
  from private.common_facts(email, request, recipient, site) as common
$$;
comment on function private.facts_invitation(private.outbox, public.requests, public.recipients, text) is
  'Everything that is needed to invite a recipient.';
