-- Generated from schemas/ by `pnpm migration items_before_sign_in`.

set local check_function_bodies = off;

drop function public.peek_request(text);

alter table public.requests add column shows_items boolean not null default false;

create or replace function public.show_items(request uuid, shown boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(show_items.request);
begin
  update public.requests as r set shows_items = coalesce(show_items.shown, false) where r.id = v_locked.id;
end
$$;

create or replace function public.peek_request(token text)
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
      where r.shows_items and i.request_id = r.id and i.removed_at is null
      order by i.position
    )
  from public.requests as r
  join public.workspaces as w on w.id = r.workspace_id
  left join auth.users as u on u.id = r.sent_by and u.email_confirmed_at is not null
  left join public.profiles as p on p.user_id = u.id
  where r.id = (select private.request_of(peek_request.token))
$$;

create or replace function private.send_again(source public.requests, title text) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_zone constant text := (select w.zone from public.workspaces as w where w.id = source.workspace_id);
  v_made public.requests;
begin
  v_made := private.start_request(
    source, coalesce(nullif(send_again.title, ''), source.title), source.message,
    -- Without a due date there is none; greatest would ignore the null.
    case when source.due_on is not null then
      private.workspace_today(source.workspace_id) + greatest(source.due_on - (source.sent_at at time zone v_zone)::date, 0)
    end
  );
  update public.requests as r set reminder_plan = source.reminder_plan, shows_items = source.shows_items where r.id = v_made.id;
  if source.assignee is not null then
    perform private.set_assignee(v_made, source.assignee);
  end if;
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select v_made.id, g.tag_id, g.workspace_id from public.request_tags as g where g.request_id = source.id;
  -- An opt-out holds for the whole series.
  insert into public.recipients (request_id, workspace_id, email, name, muted_at)
  select v_made.id, source.workspace_id, p.email, p.name, p.muted_at
  from public.recipients as p where p.request_id = source.id and p.removed_at is null and p.scope = 'all';
  perform private.open_draft(v_made, true);
  perform private.add_event(v_made.id, 'repeated');
  return v_made.id;
end
$$;

comment on column public.requests.shows_items is 'True if the link shows the titles of the items to anyone, before an address is proven.';

comment on function public.show_items(uuid,boolean) is 'For members: whether the link of a request shows the titles of its items to anyone who has it. Errors: not_found.';

comment on function public.peek_request(text) is 'What anyone with the link may see: requester, logo, accent colour, the sender''s name and verified address, title and due date; the month since which the workspace exists, how many of its requests are done (20 stands for 20 or more; archived ones don''t count), and for how many days files and answers are kept after the end, those of sensitive items too. The titles of the items, where a member has allowed it. No row for any other token.';

grant execute on function public.show_items(uuid,boolean) to authenticated;

grant execute on function public.peek_request(text) to anon;

grant execute on function public.peek_request(text) to authenticated;

do $$
declare
  own record;
begin
  for own in
    select c.oid::regclass as tab, a.attname as col
    from pg_catalog.pg_class as c
    join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by 1, 2
  loop
    execute format('alter table %s alter column %I set statistics 0', own.tab, own.col);
  end loop;
end
$$;

do $$
declare
  expression record;
begin
  for expression in
    select i.indexrelid::regclass as name, a.attnum as position
    from pg_catalog.pg_index as i
    join pg_catalog.pg_class as c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    join pg_catalog.pg_attribute as a on a.attrelid = i.indexrelid and i.indkey[a.attnum - 1] = 0
  loop
    execute format('alter index %s alter column %s set statistics 0', expression.name, expression.position);
  end loop;
end
$$;

alter table private.job_rows alter column assignee set statistics 0;

alter index private.people_document_idx alter column 1 set statistics 0;
