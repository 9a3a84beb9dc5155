-- Email addresses: which are accepted, the one form in which they are stored, and the hashes by which they are counted.

-- The mail program sends to the canonical form. In another spelling, with a full-width letter, an ideographic full stop
-- or an invisible character, the same mailbox would pass every cap and every stop (decision 0080).
create function private.is_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    char_length(is_address.address) <= 254
      and is_address.address ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$',
    false
  )
$$;
comment on function private.is_address(text) is
  'True for an email address in its canonical form, which is the one that mail is sent to: lower case, ASCII, a domain with a dot, international ones in Punycode. The page brings addresses into this form; addressProblem() has the same rule.';

create function private.folded_address(address text) returns text
language sql immutable set search_path = '' as $$
  select rtrim(
    replace(lower(normalize(regexp_replace(folded_address.address, '[\s\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]', '', 'g'), NFKC)), U&'\3002', '.'),
    '.'
  )
$$;
comment on function private.folded_address(text) is
  'The canonical form of an address that differs from it by compatibility characters, invisible ones, spaces or a full stop at the end. International domains stay as they are.';

create function private.shown_address(address text) returns text
language sql immutable set search_path = '' as $$
  select left(shown_address.address, 1) || '…' || substring(shown_address.address from '@.*$')
$$;
comment on function private.shown_address(text) is
  'An address by which only those who know it recognise it: "a…@people.example".';

create function private.address_hash(address text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(lower(address_hash.address), 'UTF8'))
$$;
comment on function private.address_hash(text) is 'SHA-256 of an address in lower case.';

-- Among others, the servers of Google and Microsoft deliver these to one mailbox.
create function private.mailbox_hash(address text) returns bytea
language sql immutable set search_path = '' as $$
  select private.address_hash(regexp_replace(mailbox_hash.address, '^([^@+]+)\+[^@]*@', '\1@'))
$$;
comment on function private.mailbox_hash(text) is
  'The hash by which caps and a stop of all email count: of the address without what follows a plus sign.';

create function private.address_key(sender uuid, address text) returns text
language sql immutable set search_path = '' as $$
  select address_key.sender || ' ' || encode(private.mailbox_hash(address_key.address), 'hex')
$$;
comment on function private.address_key(uuid, text) is
  'Subject under which requests of a workspace or an account to an address are counted. Hashed, because a count may outlive the request.';
