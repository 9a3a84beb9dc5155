-- Limits per account, workspace, uploader and address, and their use.
--
-- Anyone can sign up, so nothing may be used without limit. The figures are settings: an operator changes them by SQL.

create table private.quotas (
  name text primary key,
  most bigint not null,
  constraint quotas_most_check check (most > 0)
);
comment on table private.quotas is
  'Limits per account, workspace, uploader and address. The names are those of shared/contract/src/limits.ts, the values its defaults.';

insert into private.quotas (name, most) values
  ('access_requests', 20),
  ('address', 20),
  ('bulk_rows', 5000),
  ('deletion_asks', 100),
  ('events', 1000),
  ('hand_offs', 30),
  ('members', 200),
  ('messages', 500),
  ('new_workspaces', 20),
  ('people', 10000),
  ('receipts', 100),
  ('requests', 1000),
  ('uploader_bytes', 5368709120),
  ('workspace_bytes', 53687091200),
  ('workspaces', 20);

create table private.usage (
  name text not null references private.quotas (name),
  subject text not null,
  since timestamptz not null,
  used bigint not null,
  primary key (name, subject, since)
);
comment on table private.usage is 'Use of each quota: per day in UTC, or in total where since is -infinity.';

create index usage_since_idx on private.usage (since);

create function private.use_quota(name text, subject text, amount bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_today constant timestamptz := date_trunc('day', now(), 'UTC');
  v_total bigint;
  v_is_first boolean;
begin
  -- The row stays locked until the transaction ends, so simultaneous uses are counted one after another.
  insert into private.usage as u (name, subject, since, used)
  values (use_quota.name, use_quota.subject, v_today, use_quota.amount)
  on conflict on constraint usage_pkey do update set used = u.used + excluded.used
  returning u.used, u.xmax = 0 into v_total, v_is_first;
  if v_total > (select q.most from private.quotas as q where q.name = use_quota.name) then
    perform private.fail('quota.' || use_quota.name);
  end if;
  if v_is_first then
    -- Each new row removes some of earlier days. Nothing else needs to clean up.
    delete from private.usage as u
    where u.ctid = any(array(
      select o.ctid from private.usage as o
      where o.since < v_today and o.since > '-infinity'
      limit 100 for update skip locked
    ));
  end if;
end
$$;
comment on function private.use_quota(text, text, bigint) is
  'Counts an amount towards a daily quota. Errors: quota.<name>, which undoes the count with the rest of the transaction.';

create function private.is_used_up(name text, subject text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.usage as u join private.quotas as q on q.name = u.name
    where u.name = is_used_up.name and u.subject = is_used_up.subject and u.since = date_trunc('day', now(), 'UTC')
      and u.used >= q.most
  )
$$;
comment on function private.is_used_up(text, text) is 'True if a daily quota allows nothing more today.';

create function private.add_bytes(workspace uuid, bytes numeric) returns void
language sql set search_path = '' as $$
  insert into private.usage as u (name, subject, since, used)
  select 'workspace_bytes', w.id::text, '-infinity', add_bytes.bytes
  from public.workspaces as w where w.id = add_bytes.workspace
  on conflict on constraint usage_pkey do update set used = u.used + excluded.used
$$;
comment on function private.add_bytes(uuid, numeric) is
  'Adds to the bytes that a workspace uses, or takes off; nothing if the workspace is being deleted.';

create function private.tg_workspaces__forget_usage() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.usage as u
  where (u.name in ('workspace_bytes', 'requests', 'bulk_rows', 'people') and u.subject = old.id::text)
    or (u.name = 'address' and u.subject like old.id || ' %');
  return null;
end
$$;
comment on function private.tg_workspaces__forget_usage() is 'Removes the counts of a deleted workspace.';
