-- Whoever opens a link can judge who asks before proving an address: since when the workspace is here, how many requests it
-- has closed, and how long it keeps what is sent.

drop function public.peek_request(text);
create function public.peek_request(token text)
returns table (
  workspace_name text, sender_email text, title text, due_on date, accent text, logo text, workspace_since date,
  requests_done integer, retain_days integer, retain_sensitive_days integer
)
language sql stable security definer rows 1 set search_path = '' as $$
  select
    w.name, u.email::text, r.title, r.due_on, w.accent, w.logo,
    date_trunc('month', w.created_at)::date,
    (
      select count(*)::integer
      from (
        select from public.requests as d
        -- As the index has it, and of those the ones that are done.
        where d.workspace_id = w.id and d.status in ('done', 'cancelled') and d.archived_at is null and d.status = 'done'
        limit 20
      ) as done
    ),
    private.kept_days(r, false), private.kept_days(r, true)
  from public.requests as r
  join public.workspaces as w on w.id = r.workspace_id
  left join auth.users as u on u.id = r.sent_by and u.email_confirmed_at is not null
  where r.id = (select private.request_of(peek_request.token))
$$;
comment on function public.peek_request(text) is
  'What anyone with the link may see: requester, logo, accent colour, verified address, title and due date; the month since which the workspace exists, how many of its requests are done (20 stands for 20 or more; archived ones don''t count), and for how many days files and answers are kept after the end, those of sensitive items too. No row for any other token.';
grant execute on function public.peek_request(text) to anon, authenticated;
