-- Lists read only the request's own row. These triggers keep its counts and search text up to date.

create function private.count_items(requests uuid[]) returns void
language sql set search_path = '' as $$
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
  from (
    select
      ids.id,
      count(i.id) as total,
      count(i.id) filter (where i.status = 'missing') as missing,
      count(i.id) filter (where i.status = 'submitted') as submitted,
      count(i.id) filter (where i.status = 'returned') as returned,
      count(i.id) filter (where i.status = 'accepted') as accepted,
      count(i.id) filter (where i.status = 'waived') as waived,
      count(i.id) filter (where i.required and i.status = 'missing') as required_missing,
      count(i.id) filter (where i.required and i.status = 'returned') as required_returned,
      count(i.id) filter (where i.required and i.status not in ('accepted', 'waived')) as required_open
    from unnest(count_items.requests) as ids (id)
    left join public.items as i on i.request_id = ids.id
    group by ids.id
  ) as counted
  where r.id = counted.id
$$;
comment on function private.count_items(uuid[]) is
  'Recounts the items of these requests. Counting at most 100 rows each time keeps the counts from drifting.';

create function private.index_words(requests uuid[]) returns void
language sql set search_path = '' as $$
  insert into public.request_search as s (request_id, workspace_id, document)
  select
    r.id,
    r.workspace_id,
    to_tsvector(
      'pg_catalog.simple',
      private.folded(concat_ws(
        ' ',
        r.title,
        r.message,
        (select string_agg(p.name || ' ' || p.email, ' ') from public.recipients as p where p.request_id = r.id),
        (select string_agg(i.title, ' ') from public.items as i where i.request_id = r.id)
      ))
    )
  from public.requests as r
  where r.id = any(index_words.requests)
  on conflict (request_id, workspace_id) do update set document = excluded.document
$$;
comment on function private.index_words(uuid[]) is 'Rebuilds the search text of these requests.';

create function private.items_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct n.request_id) into touched
    from changed as n join former as o on o.id = n.id
    where o.title is distinct from n.title;
    perform private.index_words(touched);
    select array_agg(distinct n.request_id) into touched
    from changed as n join former as o on o.id = n.id
    where (o.status, o.required) is distinct from (n.status, n.required);
  else
    select array_agg(distinct n.request_id) into touched from changed as n;
    perform private.index_words(touched);
  end if;
  perform private.count_items(touched);
  return null;
end
$$;
comment on function private.items_changed() is
  'Updates counts and search text of requests whose items were added, changed or deleted.';

create trigger items_added after insert on public.items
  referencing new table as changed for each statement execute function private.items_changed();
create trigger items_updated after update on public.items
  referencing new table as changed old table as former for each statement execute function private.items_changed();
create trigger items_deleted after delete on public.items
  referencing old table as changed for each statement execute function private.items_changed();

create function private.words_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'requests' then
    perform private.index_words(array[new.id]);
  elsif tg_op = 'DELETE' then
    perform private.index_words(array[old.request_id]);
  else
    perform private.index_words(array[new.request_id]);
  end if;
  return null;
end
$$;
comment on function private.words_changed() is
  'Updates the search text of a request whose title, message or recipients changed.';

create trigger words_changed after insert or update of title, message on public.requests
  for each row execute function private.words_changed();
create trigger words_changed after insert or delete or update of name, email on public.recipients
  for each row execute function private.words_changed();
