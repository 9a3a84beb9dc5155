-- sole_ownerships counts a workspace's stored files. Each was read from the table, a page of its own in a large one.

drop index public.files_workspace_id_idx;
create index files_workspace_id_idx on public.files (workspace_id, request_id, item_id) include (status);
