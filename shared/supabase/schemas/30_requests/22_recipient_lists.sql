-- Recipients as the editor sends them: checked, compared with the stored ones, written.

create function private.edit_recipients(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_sent constant boolean := request.status <> 'draft';
  v_fresh text[];
begin
  v_fresh := array(
    select w.email from private.listed_recipients(edit_recipients.list) as w
    where not exists (
      select from public.recipients as p
      where p.request_id = request.id and p.removed_at is null and p.email = w.email
    )
  );
  if request.is_test and jsonb_array_length(edit_recipients.list) > 1 then
    perform private.fail('test.recipients');
  end if;
  if v_is_sent then
    if jsonb_array_length(coalesce(edit_recipients.list, '[]')) = 0 then
      perform private.fail('recipient.last');
    end if;
    -- A person with single items may be a member, which recipients aren't told.
    perform private.require_no_members(request, v_fresh || array(
      select p.email from public.recipients as p
      join private.listed_recipients(edit_recipients.list) as w on w.email = p.email
      where p.request_id = request.id and p.removed_at is null and p.scope = 'items'
    ));
    perform private.count_addressed(request, v_fresh);
  end if;

  perform private.widen_recipients(request, edit_recipients.list);
  perform private.replace_recipients(request, edit_recipients.list, v_fresh);
  perform private.rename_recipients(request, edit_recipients.list);
  perform private.add_recipients(request, edit_recipients.list);

  if v_is_sent then
    -- Removed ones are kept, so those count too.
    if (select count(*) from public.recipients as p where p.request_id = request.id and p.scope = 'all') > 100 then
      perform private.fail('draft.too_many_recipients');
    end if;
    update public.access_requests as a
    set decided_at = now(), decided_by = auth.uid(), is_added = true
    where a.request_id = request.id and a.decided_at is null and a.email = any(v_fresh);
  end if;
end
$$;
comment on function private.edit_recipients(public.requests, jsonb) is
  'Makes the recipients of a locked request those of a checked list. The same address is the same recipient; an id with another address corrects it. Errors: test.recipients, recipient.last, recipient.member, quota.address.';

create function private.widen_recipients(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_added public.recipients;
begin
  for v_added in
    update public.recipients as p set scope = 'all'
    from private.listed_recipients(widen_recipients.list) as w
    where p.request_id = request.id and p.removed_at is null and p.scope = 'items' and p.email = w.email
    returning p.*
  loop
    delete from public.recipient_items as h where h.recipient_id = v_added.id;
    perform private.add_recipient_event(request.id, 'recipient_added', v_added);
    if request.status = 'open' and request.invites then
      perform private.queue_email('invitation', v_added, now(), now());
    end if;
  end loop;
end
$$;
comment on function private.widen_recipients(public.requests, jsonb) is
  'Makes listed people who had single items recipients of the whole request.';

create function private.replace_recipients(request public.requests, list jsonb, fresh text[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_sent constant boolean := request.status <> 'draft';
  v_former public.recipients;
  v_corrected record;
begin
  for v_former in
    select p.* from public.recipients as p
    where p.request_id = request.id and p.removed_at is null and p.scope = 'all'
      and not exists (select from private.listed_recipients(replace_recipients.list) as w where w.email = p.email)
    order by p.created_at, p.email
  loop
    select w.email, w.name into v_corrected from private.listed_recipients(replace_recipients.list) as w
    where w.id = v_former.id::text and w.email = any(replace_recipients.fresh);
    -- Files and answers belong to the address that they came from, so only an address that was never used is written over.
    if v_corrected.email is not null and v_former.first_seen_at is null then
      update public.recipients as p set email = v_corrected.email, name = v_corrected.name where p.id = v_former.id
      returning p.* into v_former;
      if v_is_sent then
        perform private.add_recipient_event(request.id, 'recipient_corrected', v_former);
      end if;
    elsif v_is_sent then
      update public.recipients as p set removed_at = clock_timestamp(), user_id = null where p.id = v_former.id;
      perform private.add_recipient_event(request.id, 'recipient_removed', v_former);
    else
      delete from public.recipients as p where p.id = v_former.id;
    end if;
  end loop;
end
$$;
comment on function private.replace_recipients(public.requests, jsonb, text[]) is
  'For recipients who are no longer listed: corrects an address that was never used, otherwise removes them. fresh: the new addresses.';

create function private.rename_recipients(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_sent constant boolean := request.status <> 'draft';
  v_former public.recipients;
begin
  for v_former in
    update public.recipients as p set name = w.name
    from private.listed_recipients(rename_recipients.list) as w
    where p.request_id = request.id and p.removed_at is null and p.email = w.email and p.name <> w.name
    returning p.*
  loop
    if v_is_sent then
      perform private.add_recipient_event(request.id, 'recipient_corrected', v_former);
    end if;
  end loop;
end
$$;
comment on function private.rename_recipients(public.requests, jsonb) is
  'Writes names that differ from the list.';

create function private.add_recipients(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_sent constant boolean := request.status <> 'draft';
  v_added public.recipients;
begin
  for v_added in
    insert into public.recipients (request_id, workspace_id, email, name, created_at)
    -- A microsecond apart, because they are shown in the order of this time.
    select request.id, request.workspace_id, w.email, w.name, now() + w.position * interval '1 microsecond'
    from private.listed_recipients(add_recipients.list) as w
    where not exists (
      select from public.recipients as p
      where p.request_id = request.id and p.removed_at is null and p.email = w.email
    )
    order by w.position
    returning *
  loop
    if v_is_sent then
      perform private.add_recipient_event(request.id, 'recipient_added', v_added);
    end if;
  end loop;
end
$$;
comment on function private.add_recipients(public.requests, jsonb) is
  'Adds listed addresses that the request does not have, in the order of the list.';

create function private.listed_recipients(list jsonb) returns table ("position" integer, id text, email text, name text)
language sql stable set search_path = '' as $$
  select
    e.position::integer,
    e.recipient ->> 'id',
    lower(private.trimmed(e.recipient ->> 'email')),
    coalesce(private.one_line(e.recipient ->> 'name'), '')
  from jsonb_array_elements(listed_recipients.list) with ordinality as e (recipient, "position")
$$;
comment on function private.listed_recipients(jsonb) is 'The recipients of a checked list, in stored form.';

create function private.check_recipients(recipients jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(check_recipients.recipients) <> 'array' then
    perform private.fail('draft.recipient');
  elsif jsonb_array_length(check_recipients.recipients) > 20 then
    perform private.fail('draft.too_many_recipients');
  elsif exists (
    select from jsonb_array_elements(check_recipients.recipients) as e (recipient)
    where not private.is_address(lower(private.trimmed(e.recipient ->> 'email')))
  ) then
    perform private.fail('draft.recipient');
  elsif exists (
    select
    from jsonb_array_elements(check_recipients.recipients) as e (recipient)
    cross join private.one_line(coalesce(e.recipient ->> 'name', '')) as named (name)
    where named.name <> '' and (not private.fits(named.name, 1, 80) or not private.is_name(named.name))
  ) then
    perform private.fail('draft.recipient_name');
  elsif (
    select count(distinct lower(private.trimmed(e.recipient ->> 'email'))) < count(*)
    from jsonb_array_elements(check_recipients.recipients) as e (recipient)
  ) then
    perform private.fail('draft.duplicate_recipient');
  end if;
end
$$;
comment on function private.check_recipients(jsonb) is
  'Errors: draft.recipient, draft.recipient_name, draft.duplicate_recipient, draft.too_many_recipients.';

create function private.require_no_members(request public.requests, emails text[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (
    select from public.members as m
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = request.workspace_id and lower(u.email) = any(require_no_members.emails)
  ) then
    perform private.fail('recipient.member');
  end if;
end
$$;
comment on function private.require_no_members(public.requests, text[]) is
  'Members see the request already. Errors: recipient.member.';

create function private.require_stranger(request public.requests, address text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if request.workspace_id = any(private.my_workspaces()) then
    perform private.require_no_members(request, array[require_stranger.address]);
  elsif exists (
    select from auth.users as u where u.id = auth.uid() and lower(u.email) = require_stranger.address
  ) or exists (
    select from public.recipients as p
    where p.request_id = request.id and p.user_id = auth.uid() and p.email = require_stranger.address
  ) then
    perform private.fail('hand_off.self');
  -- The page names the sender's address. Which others are members is not for a recipient to find out.
  elsif exists (
    select from auth.users as u where u.id = request.sent_by and lower(u.email) = require_stranger.address
  ) then
    perform private.fail('hand_off.sender');
  end if;
end
$$;
comment on function private.require_stranger(public.requests, text) is
  'Refuses to hand an item to oneself or to those who ask for it. Errors: recipient.member, hand_off.self, hand_off.sender.';

create function private.count_addressed(request public.requests, emails text[]) returns void
language sql set search_path = '' as $$
  -- A workspace has several members, and an account may own several workspaces. In one order everywhere, so that two
  -- requests to the same people don't wait for each other.
  select private.use_quota('address', private.address_key(s.id, a.email), 1)
  from (select o.email from unnest(count_addressed.emails) as o (email) order by o.email) as a
  cross join lateral (values (request.workspace_id), (auth.uid())) as s (id)
$$;
comment on function private.count_addressed(public.requests, text[]) is
  'Counts a sent request towards the quotas of these addresses. Errors: quota.address.';

create function private.add_recipient_event(request uuid, kind text, recipient public.recipients) returns void
language sql set search_path = '' as $$
  select private.add_event(
    request, kind, null, null, jsonb_build_object('name', coalesce(nullif(recipient.name, ''), recipient.email))
  )
$$;
comment on function private.add_recipient_event(uuid, text, public.recipients) is
  'Appends an event about a recipient, which only members read. Named as the request names the person, or else by address.';
