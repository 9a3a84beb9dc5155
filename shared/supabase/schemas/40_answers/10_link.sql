-- A recipient's link: its page, and joining the request.
--
-- Before proving an address, a person can judge the requester: since when the workspace exists, how many requests it has
-- closed, and how long it keeps what is sent.

create function public.peek_request(token text)
returns table (
  workspace_name text, sender_name text, sender_email text, title text, due_on date, accent text, logo text, workspace_since date,
  requests_done integer, retain_days integer, retain_sensitive_days integer, item_titles text[]
)
language sql stable security definer rows 1 set search_path = '' as $$
  select
    w.name, p.display_name, u.email::text, r.title, r.due_on, w.accent, w.logo,
    date_trunc('month', w.created_at)::date,
    (
      select count(*)::integer
      from (
        select from public.requests as d
        where d.workspace_id = w.id and d.status = 'done' and d.archived_at is null and not d.is_test
        limit 20
      ) as done
    ),
    private.kept_days(r, false), private.kept_days(r, true),
    array(
      select i.title from public.items as i
      where r.shows_items and r.status = 'open' and i.request_id = r.id and i.removed_at is null
      order by i.position
    )
  from public.requests as r
  join public.workspaces as w on w.id = r.workspace_id
  left join auth.users as u on u.id = r.sent_by and u.email_confirmed_at is not null
  left join public.profiles as p on p.user_id = u.id
  where r.id = (select private.request_of(peek_request.token))
$$;
comment on function public.peek_request(text) is
  'What anyone with the link may see: requester, logo, accent colour, the sender''s name and verified address, title and due date; the month since which the workspace exists, how many of its requests are done (20 stands for 20 or more; archived ones don''t count), and for how many days files and answers are kept after the end, those of sensitive items too. The titles of the items while the request is open, where a member has allowed it. No row for any other token.';
grant execute on function public.peek_request(text) to anon, authenticated;

create function public.join_request(token text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
  v_request uuid := coalesce(
    private.request_of(join_request.token), private.joined_request_of(join_request.token, v_me)
  );
  v_mine public.recipients;
begin
  perform from public.requests as r where r.id = v_request for update;
  select p.* into v_mine
  from public.recipients as p
  where p.request_id = v_request
    and p.removed_at is null
    and (
      p.user_id = v_me
      or (
        p.user_id is null
        and p.email = (
          select u.email from auth.users as u
          where u.id = v_me and u.email_confirmed_at is not null and not u.is_sso_user
        )
      )
    )
  -- A person who joined and has since changed address may match twice: the row they joined as wins.
  order by p.user_id nulls last
  limit 1;
  if not found then
    perform private.fail('not_found');
  end if;
  return private.open_as(v_mine);
end
$$;
comment on function public.join_request(text) is
  'Binds the caller to the recipient with the caller''s verified address and returns the request''s id. People who have joined also reach it by a replaced token, and when it is cancelled. Errors: not_found, both for a wrong token and for a wrong person.';
grant execute on function public.join_request(text) to authenticated;

create function public.visit_request(request uuid, zone text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  if not coalesce(
    visit_request.request = any(private.my_requests()) or visit_request.request = any(private.my_handed_requests()), false
  ) then
    perform private.fail('not_found');
  end if;
  perform private.note_visit(visit_request.request, visit_request.zone);
end
$$;
comment on function public.visit_request(uuid, text) is
  'Records that the caller, a recipient, looks at the request now, with their browser''s IANA time zone; an unknown one is ignored. Errors: not_found.';
grant execute on function public.visit_request(uuid, text) to authenticated;

create function public.link_workspace(token text, address text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_proven constant text := lower(trim(link_workspace.address));
  -- The same condition as in join_request.
  v_person constant uuid := (
    select u.id from auth.users as u
    where u.email = v_proven and u.email_confirmed_at is not null and not u.is_sso_user
    limit 1
  );
  v_request constant uuid := coalesce(
    private.request_of(link_workspace.token), private.joined_request_of(link_workspace.token, v_person)
  );
begin
  return (
    select w.name
    from public.recipients as p join public.workspaces as w on w.id = p.workspace_id
    where p.request_id = v_request
      and p.removed_at is null
      and (p.user_id = v_person or (p.user_id is null and p.email = v_proven))
      and (
        num_nonnulls(p.invited_at, p.user_id) > 0
        or exists (select from private.answered_workspaces as a where a.workspace_id = p.workspace_id)
      )
      and not private.is_suppressed(v_proven)
      and private.recent_reporters(p.workspace_id) = 0
      and not exists (
        select from private.request_reports as r where r.workspace_id = p.workspace_id and r.user_id = v_person
      )
    limit 1
  );
end
$$;
comment on function public.link_workspace(text, text) is
  'For the worker: name of the workspace whose request this link opens for the person who proves this address, as join_request decides. Null for every other link and address, for an address that takes no email from workspaces, for a workspace that this person has reported, or anyone in 30 days, and before a workspace has emailed this address or had an answer from anybody.';
grant execute on function public.link_workspace(text, text) to service_role;

create function private.open_as(recipient public.recipients) returns uuid
language plpgsql set search_path = '' as $$
begin
  if recipient.user_id is null then
    update public.recipients as p set user_id = auth.uid() where p.id = recipient.id;
    perform private.add_event(recipient.request_id, 'opened');
  end if;
  perform private.note_visit(recipient.request_id);
  return recipient.request_id;
end
$$;
comment on function private.open_as(public.recipients) is 'Lets the caller in as this recipient. The request must be locked.';

create function private.note_visit(request uuid, zone text default null) returns void
language sql set search_path = '' as $$
  -- A reload, or coming back within half an hour, belongs to the same visit.
  update public.recipients as p
  set
    first_seen_at = coalesce(p.first_seen_at, now()),
    last_seen_at = private.email_clock(),
    visited_before_at = case
      when p.last_seen_at < now() - interval '30 minutes' then p.last_seen_at else p.visited_before_at
    end,
    zone = coalesce(private.known_zone(note_visit.zone), p.zone)
  where p.request_id = note_visit.request and p.user_id = auth.uid()
$$;
comment on function private.note_visit(uuid, text) is
  'Records that the caller, a recipient of the request, looks at it now, and where their clock is set.';
