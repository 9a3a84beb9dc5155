-- Settings of the API's roles.

-- Called before each request, in its role.
do $$
begin
  execute format(
    'alter role authenticator in database %I set pgrst.db_pre_request = %L', current_database(), 'hooks.check_request'
  );
end
$$;

-- Three seconds for a statement of a signed-in person, in place of hosted's eight.
--
-- PostgREST embeds related rows as deep as asked, and a request of a hundred bytes can combine so many that it holds a
-- connection and half a gigabyte until this limit ends it. The gateway of docker compose refuses such requests; on
-- hosted nothing is in front of PostgREST, so this is what bounds them there. Reads of the page take less than 50 ms in a
-- workspace of 100,000 requests. Functions that write or read more the larger a workspace is set eight seconds themselves:
-- delete_account, delete_workspace, send_to_many, verify_history. PostgREST applies a function's setting before it calls it.
--
-- PostgREST reads what a role has in all databases, not in one. Databases of one server share their roles, so it is
-- changed once, and another database that changes it at the same moment has done this one's work.
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
