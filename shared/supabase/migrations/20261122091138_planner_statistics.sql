-- The planner's statistics cover everyone's rows: row-level security doesn't apply to them. PostgREST answers
-- count=planned and count=estimated from them, so a search for a title by ranges read other people's titles. A column
-- with target 0 has no statistics, and the planner estimates it by constants. A later migration that adds a column or an
-- expression index sets its target too; a test fails otherwise.

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

-- ANALYZE neither renews nor deletes what it gathered before, and only a superuser may delete it. Changing the type of a
-- column does, also to the same type, which rewrites no rows. It isn't possible for a column that a trigger, a policy or a
-- generated column names. Policies and generated columns name ids only: HOSTED.md says how a superuser deletes those.
drop trigger words_changed on public.requests;
drop trigger words_changed on public.recipients;
drop trigger keep_an_owner_on_delete on public.members;
drop trigger keep_an_owner_on_update on public.members;
do $$
declare
  gathered record;
begin
  for gathered in
    select format('%I.%I', s.schemaname, s.tablename) as tab, s.attname as col, format_type(a.atttypid, a.atttypmod) as type
    from pg_catalog.pg_stats as s
    join pg_catalog.pg_attribute as a
      on a.attrelid = format('%I.%I', s.schemaname, s.tablename)::regclass and a.attname = s.attname
    where s.schemaname = 'public' and a.atttypid <> 'uuid'::regtype
  loop
    execute format('alter table %s alter column %I type %s', gathered.tab, gathered.col, gathered.type);
  end loop;
end
$$;
create trigger words_changed after insert or update of title, message on public.requests
  for each row execute function private.words_changed();
create trigger words_changed after insert or delete or update of name, email on public.recipients
  for each row execute function private.words_changed();
create trigger keep_an_owner_on_delete
  before delete on public.members
  for each row when (old.role = 'owner')
  execute function private.keep_an_owner();
create trigger keep_an_owner_on_update
  before update on public.members
  for each row
  when (
    old.role = 'owner'
    and (new.role <> 'owner' or new.user_id <> old.user_id or new.workspace_id <> old.workspace_id)
  )
  execute function private.keep_an_owner();

-- Called before each request, in its role. The schema isn't exposed, so it can't be called otherwise.
create schema hooks;
comment on schema hooks is 'Functions that PostgREST calls. Not exposed.';
grant usage on schema hooks to anon, authenticated, service_role;

create function hooks.check_request() returns void
language plpgsql stable set search_path = '' as $$
begin
  if current_setting('request.headers', true)::jsonb ->> 'prefer' ~ 'count=(planned|estimated)' then
    raise exception 'Only count=exact is available.' using errcode = 'PT400';
  end if;
end
$$;
comment on function hooks.check_request() is
  'Refuses counts that PostgREST would take from the planner. A second protection only: of two Prefer headers PostgREST reads both, and this function sees the last one.';
grant execute on function hooks.check_request() to anon, authenticated, service_role;

do $$
begin
  execute format(
    'alter role authenticator in database %I set pgrst.db_pre_request = %L', current_database(), 'hooks.check_request'
  );
end
$$;
notify pgrst, 'reload config';
