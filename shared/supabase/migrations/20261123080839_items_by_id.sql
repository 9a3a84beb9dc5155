-- A request's history names the item of each event. Without the id the index leads to all items of the request, which are
-- then tried one by one, for every event.
drop index public.items_workspace_id_idx;
create index items_workspace_id_idx on public.items (workspace_id, request_id, id);
