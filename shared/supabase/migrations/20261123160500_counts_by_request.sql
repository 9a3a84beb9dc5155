-- The planner has no statistics of items.removed_at and takes it for rarely null, so it joined a request with all items there
-- are. Counted for each request on its own, the items are found by their index whatever it takes them for.
create or replace function private.count_items(requests uuid[]) returns void
language sql set search_path = '' set jit = off as $$
  update public.requests as r
  set
    items_total = counted.total,
    items_missing = counted.missing,
    items_submitted = counted.submitted,
    items_returned = counted.returned,
    items_accepted = counted.accepted,
    items_waived = counted.waived,
    required_missing = counted.required_missing,
    required_returned = counted.required_returned,
    required_open = counted.required_open
  from unnest(count_items.requests) as ids (id)
  cross join lateral (
    select
      count(*) as total,
      count(*) filter (where i.status = 'missing') as missing,
      count(*) filter (where i.status = 'submitted') as submitted,
      count(*) filter (where i.status = 'returned') as returned,
      count(*) filter (where i.status = 'accepted') as accepted,
      count(*) filter (where i.status = 'waived') as waived,
      count(*) filter (where i.required and i.status = 'missing') as required_missing,
      count(*) filter (where i.required and i.status = 'returned') as required_returned,
      count(*) filter (where i.required and i.status not in ('accepted', 'waived')) as required_open
    from public.items as i
    where i.request_id = ids.id and i.removed_at is null
  ) as counted
  where r.id = ids.id
$$;

-- Without statistics, what belongs to one request is taken for thousands of rows. Compiling the statement for that many took
-- longer than it does.
alter function private.index_words(uuid[]) set jit = off;
