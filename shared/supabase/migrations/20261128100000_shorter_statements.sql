-- Three seconds for a statement of a signed-in person, in place of hosted's eight.
--
-- PostgREST embeds related rows as deep as asked, and a request of a hundred bytes can combine so many that it holds a
-- connection and half a gigabyte until this limit ends it. The gateway of docker compose refuses such requests; on
-- hosted nothing is in front of PostgREST, so this is what bounds them there. Reads of the page take less than 50 ms in a
-- workspace of 100,000 requests.

-- PostgREST reads what a role has in all databases, not in one. Databases of one server share their roles, so it is
-- changed once, and a migration of another database that changes it at the same moment has done this one's work.
do $$
begin
  if not exists (
    select from pg_catalog.pg_roles as r
    where r.rolname = 'authenticated' and r.rolconfig @> array['statement_timeout=3s']
  ) then
    begin
      alter role authenticated set statement_timeout = '3s';
    exception when internal_error then
      -- "tuple concurrently updated"
      raise notice 'The role is being changed from another database: %', sqlerrm;
    end;
  end if;
end
$$;

-- These write or read more the larger a workspace is, and keep the time that they had. PostgREST applies a function's
-- setting before it calls it. A later migration that replaces one sets it again.
alter function public.delete_account(uuid[]) set statement_timeout = '8s';
alter function public.delete_workspace(uuid) set statement_timeout = '8s';
alter function public.send_to_many(uuid, uuid, text, text, jsonb) set statement_timeout = '8s';
alter function public.verify_history(uuid) set statement_timeout = '8s';

notify pgrst, 'reload config';
notify pgrst, 'reload schema';
