-- Generated from schemas/ by `pnpm migration sender_name_and_update_time`.

set local check_function_bodies = off;

drop function public.peek_request(text);

create or replace function public.update_leaves_at(request uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  if not exists (
    select from public.requests as r
    where r.id = update_leaves_at.request and r.workspace_id = any(private.my_workspaces())
  ) then
    perform private.fail('not_found');
  end if;
  return (
    select min(o.not_before) from private.outbox as o
    where o.request_id = update_leaves_at.request and o.kind = 'update' and o.attempts = 0 and o.ended_at is null
  );
end
$$;

create or replace function public.peek_request(token text)
returns table (
  workspace_name text, sender_name text, sender_email text, title text, due_on date, accent text, logo text, workspace_since date,
  requests_done integer, retain_days integer, retain_sensitive_days integer
)
language sql stable security definer rows 1 set search_path = '' as $$
  select
    w.name, p.display_name, u.email::text, r.title, r.due_on, w.accent, w.logo,
    date_trunc('month', w.created_at)::date,
    (
      select count(*)::integer
      from (
        select from public.requests as d
        where d.workspace_id = w.id and d.status = 'done' and d.archived_at is null
        limit 20
      ) as done
    ),
    private.kept_days(r, false), private.kept_days(r, true)
  from public.requests as r
  join public.workspaces as w on w.id = r.workspace_id
  left join auth.users as u on u.id = r.sent_by and u.email_confirmed_at is not null
  left join public.profiles as p on p.user_id = u.id
  where r.id = (select private.request_of(peek_request.token))
$$;

comment on function public.update_leaves_at(uuid) is 'For members: when the email about what was returned or changed leaves, which send_update sends at once; null if none waits. Errors: not_found.';

comment on function public.peek_request(text) is 'What anyone with the link may see: requester, logo, accent colour, the sender''s name and verified address, title and due date; the month since which the workspace exists, how many of its requests are done (20 stands for 20 or more; archived ones don''t count), and for how many days files and answers are kept after the end, those of sensitive items too. No row for any other token.';

grant execute on function public.update_leaves_at(uuid) to authenticated;

grant execute on function public.peek_request(text) to anon;

grant execute on function public.peek_request(text) to authenticated;
