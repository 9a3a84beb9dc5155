-- Tokens of the links in emails.

create type private.token_parts as (named uuid, signature bytea);

create function private.parse_token(token text) returns private.token_parts
language sql immutable set search_path = '' as $$
  -- The same work for every token. Nothing is signed with no bytes.
  select (encode(substring(c.content for 16), 'hex')::uuid, case when c.is_shaped then substring(c.content from 17) else '' end)
  from (
    select
      t.is_shaped,
      decode(translate(case when t.is_shaped then parse_token.token else repeat('A', 43) end, '-_', '+/') || '=', 'base64')
        as content
    from (select coalesce(parse_token.token ~ '^[A-Za-z0-9_-]{43}$', false) as is_shaped) as t
  ) as c
$$;
comment on function private.parse_token(text) is
  'The row that a token of stop_token() names, and its signature; for any other text, an id that no row has and no signature.';
