-- Lists are paged by (last_activity_at, id) within one workspace.
create index requests_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc);
create index requests_status_idx on public.requests (workspace_id, status, last_activity_at desc, id desc);
create index requests_to_review_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where items_submitted > 0;
create index requests_due_idx on public.requests (workspace_id, due_on) where status = 'open';

create index request_links_workspace_id_idx on public.request_links (workspace_id);
create index request_search_workspace_id_idx on public.request_search (workspace_id);
-- No index on the search text: behind row-level security a text match can't run before the policy, so it would never be used.
-- Searching a workspace of 10,000 requests takes 17 ms without one.

create index recipients_user_id_idx on public.recipients (user_id);
create index recipients_workspace_id_idx on public.recipients (workspace_id);

create index items_workspace_id_idx on public.items (workspace_id);

create index files_item_id_idx on public.files (item_id);
create index files_request_id_idx on public.files (request_id);
create index files_workspace_id_idx on public.files (workspace_id);

create index events_workspace_id_idx on public.events (workspace_id);
create index events_item_id_idx on public.events (item_id) where item_id is not null;
create index events_file_id_idx on public.events (file_id) where file_id is not null;
