-- The facts of an email that says that a request is in the bin, to recipients and to members.

create function private.facts_binned(
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
comment on function private.facts_binned(private.outbox, public.requests, public.recipients, text) is
  'Everything that is needed to tell a recipient or a member that a request is in the bin.';
