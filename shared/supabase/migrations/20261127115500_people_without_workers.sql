-- Both read a few rows for each person of a page. In a workspace of a million requests the planner started parallel
-- workers for every one of them, so that the export of 500 people took longer than the timeout of eight seconds.

alter function private.items_by_state(public.recipients, public.requests) set max_parallel_workers_per_gather = 0;
alter function private.left_for(public.recipients, public.requests) set max_parallel_workers_per_gather = 0;
