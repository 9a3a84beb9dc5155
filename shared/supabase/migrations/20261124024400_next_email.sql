-- A worker spends most of its time on calls, so it says what became of one email and claims the next in one.

create function public.next_email(worker uuid, site text, email uuid, outcome text, reason text default null)
returns table (id uuid, kind text, address text, name text, facts jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  perform public.finish_email(next_email.email, next_email.worker, next_email.outcome, next_email.reason);
  return query select c.* from public.claim_email(next_email.worker, next_email.site) as c;
end
$$;
comment on function public.next_email(uuid, text, uuid, text, text) is
  'For the worker: finish_email and then claim_email, both or neither.';
grant execute on function public.next_email(uuid, text, uuid, text, text) to service_role;
