-- The facts of an email that says what has arrived from a recipient.

create function private.facts_receipt(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || jsonb_build_object(
    'items', private.sent_items(recipient),
    'left', private.count_missing_for(recipient, request),
    'zone', common.zone,
    'signed', (
      select jsonb_build_object('document', s.document, 'verifyUrl', site || '/verify')
      from private.current_receipt(recipient) as s (document)
      where s.document is not null
    )
  )
  from private.common_facts(email, request, recipient, site) as common
$$;
comment on function private.facts_receipt(private.outbox, public.requests, public.recipients, text) is
  'The facts for confirming to a recipient what they have sent.';

create function private.sent_items(recipient public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  with sent as (
    select
      i.position, i.title,
      case
        when exists (
          select from public.events as e
          where e.request_id = i.request_id and e.item_id = i.id and e.kind = 'answered' and e.recipient_id = recipient.id
        ) then i.answer_kind
      end as answer_kind,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('name', f.name, 'size', f.size, 'at', f.stored_at, 'sha256', f.sha256)
            order by f.stored_at, f.id
          ),
          '[]'
        )
        from public.files as f
        where f.item_id = i.id and f.status = 'stored' and f.uploaded_by = recipient.user_id
      ) as files
    from public.items as i
    where i.request_id = recipient.request_id and i.removed_at is null and private.is_for(recipient, i.id)
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('title', s.title, 'answerKind', s.answer_kind, 'files', s.files) order by s.position
    ) filter (where s.answer_kind is not null or s.files <> '[]'),
    '[]'
  )
  from sent as s
$$;
comment on function private.sent_items(public.recipients) is 'What this recipient has sent and not removed, for @sheaf/email.';
