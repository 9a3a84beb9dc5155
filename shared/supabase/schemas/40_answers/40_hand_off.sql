-- A recipient hands items to another person.
--
-- A recipient, or a member, passes single items to another person. That person is a recipient of these items alone:
-- they open the same link, prove their address, and read nothing that is about the rest of the request. What needs the
-- whole request asks for my_requests(), which leaves them out; what is about an item asks for my_items() too.

create table public.recipient_items (
  -- An item is with one person at a time.
  item_id uuid primary key,
  recipient_id uuid not null,
  request_id uuid not null,
  workspace_id uuid not null,
  handed_by uuid not null,
  handed_by_name text not null,
  at timestamptz not null default now(),
  foreign key (recipient_id, request_id, workspace_id)
    references public.recipients (id, request_id, workspace_id) on delete cascade,
  foreign key (item_id, request_id, workspace_id)
    references public.items (id, request_id, workspace_id) on delete cascade
);
comment on table public.recipient_items is 'Items that were handed to a recipient whose scope is items.';
comment on column public.recipient_items.handed_by is 'Account of the recipient or member. No foreign key: it may be gone.';
comment on column public.recipient_items.handed_by_name is 'The name as it stood then, as in events.';

create index recipient_items_recipient_id_idx on public.recipient_items (recipient_id, request_id, workspace_id);
create index recipient_items_workspace_id_idx on public.recipient_items (workspace_id);

alter table public.recipient_items enable row level security;
create policy session_ok on public.recipient_items as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.recipient_items for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy own_rows_first on public.recipient_items as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

-- Plans the reminder of the person to whom the item was handed.
create trigger plan_handed_over after insert or delete on public.recipient_items
  for each row execute function private.tg_recipient_items__plan_reminder();

create function public.hand_off_item(item uuid, email text, name text default '') returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked constant public.items := private.lock_item_for_question(
    hand_off_item.item, (select i.request_id from public.items as i where i.id = hand_off_item.item)
  );
  v_parent public.requests;
  v_address constant text := lower(private.trimmed(coalesce(hand_off_item.email, '')));
  v_named constant text := coalesce(private.one_line(hand_off_item.name), '');
  v_is_member constant boolean := v_locked.workspace_id = any(private.my_workspaces());
  v_person public.recipients;
begin
  select r.* into v_parent from public.requests as r where r.id = v_locked.request_id;
  if not (v_is_member or v_parent.id = any(private.my_requests())) then
    perform private.fail('hand_off.passed_on');
  elsif v_locked.status in ('accepted', 'waived') then
    perform private.fail('item.locked');
  end if;
  perform private.check_recipients(jsonb_build_array(jsonb_build_object('email', v_address, 'name', v_named)));
  perform private.require_stranger(v_parent, v_address);
  if exists (select from public.recipient_items as h where h.item_id = v_locked.id) then
    perform private.fail('hand_off.taken');
  end if;
  select p.* into v_person from public.recipients as p
  where p.request_id = v_parent.id and p.removed_at is null and p.email = v_address;
  if v_person.scope = 'all' then
    perform private.fail('hand_off.recipient');
  end if;
  perform private.use_quota('hand_offs', auth.uid()::text, 1);
  if v_person.id is null then
    v_person := private.add_helper(v_parent, v_address, v_named);
  end if;
  insert into public.recipient_items (item_id, recipient_id, request_id, workspace_id, handed_by, handed_by_name)
  values (
    v_locked.id, v_person.id, v_parent.id, v_parent.workspace_id, auth.uid(),
    case
      when v_is_member then private.my_name(v_parent.id)
      -- It appears in an email to a person unknown to the workspace, so it isn't a name that anyone can choose.
      else (
        select coalesce(nullif(p.name, ''), p.email) from public.recipients as p
        where p.request_id = v_parent.id and p.user_id = auth.uid()
      )
    end
  );
  perform private.add_event(
    v_parent.id, 'handed_off', v_locked.id,
    data => jsonb_build_object('name', coalesce(nullif(v_person.name, ''), private.shown_address(v_person.email)))
  );
end
$$;
comment on function public.hand_off_item(uuid, text, text) is
  'Asks another person for an item, as a member or a recipient of the whole request. They are emailed the link, and see the items handed to them alone. Errors: not_found, request.closed, request.paused, item.locked, draft.recipient, draft.recipient_name, draft.too_many_recipients, recipient.member, hand_off.passed_on, hand_off.self, hand_off.sender, hand_off.taken, hand_off.recipient, quota.hand_offs, quota.address.';
grant execute on function public.hand_off_item(uuid, text, text) to authenticated;

create function private.add_helper(request public.requests, address text, name text) returns public.recipients
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_person public.recipients;
begin
  -- Removed ones are kept, so those count too, but not towards the recipients that members list.
  if (
    select count(*) filter (where p.removed_at is null) >= 20 or count(*) >= 50
    from public.recipients as p where p.request_id = request.id and p.scope = 'items'
  ) then
    perform private.fail('draft.too_many_recipients');
  end if;
  if request.workspace_id = any(private.my_workspaces()) then
    perform private.count_addressed(request, array[add_helper.address]);
  else
    -- The workspace's own count would reveal to a recipient whom it has written to today.
    perform private.use_quota('address', private.address_key(auth.uid(), add_helper.address), 1);
  end if;
  insert into public.recipients as p (request_id, workspace_id, email, name, scope, muted_at)
  values (
    request.id, request.workspace_id, add_helper.address, add_helper.name, 'items',
    -- A person who wanted no email about this request still wants none.
    (select max(o.muted_at) from public.recipients as o where o.request_id = request.id and o.email = add_helper.address)
  )
  returning p.* into v_person;
  return v_person;
end
$$;
comment on function private.add_helper(public.requests, text, text) is
  'Adds a person to a request who gets single items of it. Errors: draft.too_many_recipients, quota.address.';

create function public.take_back_item(item uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't reveal it.
  v_workspaces constant uuid[] := private.my_workspaces();
  v_requests constant uuid[] := private.my_requests();
  v_parent public.requests;
  v_holder uuid;
  v_person public.recipients;
begin
  perform private.require_session();
  select r.* into v_parent from public.requests as r
  where r.id = (select h.request_id from public.recipient_items as h where h.item_id = take_back_item.item)
    and (r.workspace_id = any(v_workspaces) or r.id = any(v_requests))
  for update;
  if not found then
    perform private.fail('not_found');
  end if;
  -- While this waited for the request, the hand-off may have been undone or the caller removed.
  delete from public.recipient_items as h
  where h.item_id = take_back_item.item
    and (v_parent.workspace_id = any(private.my_workspaces()) or v_parent.id = any(private.my_requests()))
  returning h.recipient_id into v_holder;
  if v_holder is null then
    perform private.fail('not_found');
  end if;
  select p.* into v_person from public.recipients as p where p.id = v_holder;
  perform private.add_event(
    v_parent.id, 'taken_back', take_back_item.item,
    data => jsonb_build_object('name', coalesce(nullif(v_person.name, ''), private.shown_address(v_person.email)))
  );
  -- A person with nothing left to answer is no longer asked, and reads nothing.
  update public.recipients as p set removed_at = clock_timestamp(), user_id = null
  where p.id = v_holder and not exists (select from public.recipient_items as h where h.recipient_id = v_holder);
end
$$;
comment on function public.take_back_item(uuid) is
  'Undoes the hand-off of an item, as a member or a recipient of the whole request. What the person sent stays. Errors: not_found.';
grant execute on function public.take_back_item(uuid) to authenticated;
