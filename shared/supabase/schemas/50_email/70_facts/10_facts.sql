-- The content of emails: the facts from which @sheaf/email writes them. The other files have a facts_<kind> for each kind;
-- this one chooses between them and has the parts that several kinds share.

create function private.email_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select case email.kind
    when 'invitation' then private.facts_invitation(email, request, recipient, site)
    when 'update' then private.facts_update(email, request, recipient, site)
    when 'reminder' then private.facts_reminder(email.covers, private.email_clock(), site)
    when 'ended' then private.facts_ended(email, request, recipient, site)
    when 'receipt' then private.facts_receipt(email, request, recipient, site)
    when 'deletion_decided' then private.facts_deletion_decided(email, request, recipient, site)
    when 'binned' then private.facts_binned(email, request, recipient, site)
    when 'arrived' then private.facts_arrived(email, request, site)
    when 'summary' then private.facts_summary(email, site)
    when 'expiry' then private.facts_expiry(email, site)
    when 'silence' then private.facts_silence(email, site)
    when 'repeat' then private.facts_repeat(email, request, site)
    when 'damaged' then private.facts_damaged(email, request, site)
    when 'deletion_asked' then private.facts_deletion_asked(request, site)
    when 'owner_notice' then private.facts_owner_notice(email, site)
    when 'member_removed' then private.facts_member_removed(email)
    when 'second_factor' then private.facts_second_factor(email, site)
    when 'member_invitation' then private.facts_member_invitation(email, site)
    when 'security' then private.facts_security(email, site)
  end
$$;
comment on function private.email_facts(private.outbox, public.requests, public.recipients, text) is
  'Everything that is needed to write an email, as things stand now. recipient is null in emails to members and accounts.';

-- Every email says where to stop all of them, which asks for a code first: emails get forwarded.
create function private.common_facts(
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
comment on function private.common_facts(private.outbox, public.requests, public.recipients, text) is
  'The facts of every email to a recipient, and those that several kinds need. handed: their items, if they have single ones.';

create function private.asker_facts(request public.requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'name', coalesce(f.display_name, u.email),
    'email', u.email,
    'workspace', w.name,
    'accent', w.accent,
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
comment on function private.asker_facts(public.requests) is 'The requester, for @sheaf/email.';
