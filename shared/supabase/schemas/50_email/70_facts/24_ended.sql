-- The facts of an email that says that a request is over.

create function private.facts_ended(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || jsonb_build_object(
    'how', case when request.closed_by is null or recipient.removed_at is not null then 'withdrawn' else 'closed' end,
    'isReadable', recipient.user_id is not null and email.address is null
  )
  from private.common_facts(email, request, recipient, site) as common
$$;
comment on function private.facts_ended(private.outbox, public.requests, public.recipients, text) is
  'Everything that is needed to tell a recipient that nothing is asked of them any more.';
