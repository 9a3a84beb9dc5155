-- Rules for texts, and the form in which they are stored or searched.

create function private.fits(value text, shortest integer, longest integer) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(char_length(private.trimmed(fits.value)) between fits.shortest and fits.longest, false)
$$;
comment on function private.fits(text, integer, integer) is
  'True if the trimmed text has between shortest and longest characters.';

create function private.trimmed(value text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(
    value,
    '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+'
      || '|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$',
    '',
    'g'
  )
$$;
comment on function private.trimmed(text) is 'Trims the same white space as a browser does, independent of the database locale.';
grant execute on function private.trimmed(text) to authenticated;

-- The body is bound at creation. A text body would be resolved as the caller, who has no access to this schema.
create function private.one_line(value text) returns text
language sql immutable set search_path = ''
return private.trimmed(regexp_replace(
  regexp_replace(one_line.value, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'),
  '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+',
  ' ',
  'g'
));
comment on function private.one_line(text) is
  'A name or title in stored form: no line breaks, control characters or direction marks. A workspace name is shown beside the address that proves who the requester is, so it must not be able to rearrange that text.';
grant execute on function private.one_line(text) to authenticated;

create function private.has_visible_character(value text) returns boolean
language sql immutable set search_path = ''
return has_visible_character.value ~ (
  '[^'
  -- White space and control characters.
  || '\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000'
  -- Default_Ignorable_Code_Point.
  || '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
  || '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff'
  -- Blank in every font: a braille pattern without dots, a null notehead and annotation marks.
  || '\u2800\U0001d159\ufff9-\ufffb'
  || ']'
);
comment on function private.has_visible_character(text) is
  'True if at least one character of the text can be seen. The same rule as in the contract''s names.ts.';
grant execute on function private.has_visible_character(text) to authenticated;

create function private.is_name(value text) returns boolean
language sql immutable set search_path = ''
return is_name.value = private.one_line(is_name.value)
  and private.has_visible_character(is_name.value)
  and is_name.value !~ '[@\ufe6b\uff20]';
comment on function private.is_name(text) is
  'True for a name in stored form that can be seen and can''t be mistaken for an email address. Length is checked separately.';
grant execute on function private.is_name(text) to authenticated;

create function private.is_clean_file_name(name text) returns boolean
language sql immutable set search_path = '' as $$
  select is_clean_file_name.name = private.trimmed(is_clean_file_name.name)
    and char_length(is_clean_file_name.name) between 1 and 255
    and is_clean_file_name.name !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff/\\]'
    and is_clean_file_name.name !~ '^\.+$'
$$;
comment on function private.is_clean_file_name(text) is
  'Allows any language, but no control characters, line or path separators, bidirectional marks or folder names.';

create function private.folded(value text) returns text
language sql immutable set search_path = '' as $$
  select translate(
    lower(regexp_replace(normalize(coalesce(folded.value, ''), nfd), '[\u0300-\u036f]', '', 'g')),
    '@._-+/\,;:#&''"()[]{}<>|!?*~=%$',
    '                                '
  )
$$;
comment on function private.folded(text) is 'Normalises text for search: lower case, no accents, punctuation replaced by spaces.';
