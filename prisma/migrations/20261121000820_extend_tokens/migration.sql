-- Why:    a token says who made it, who used it last and from where, and what replaces it; a reported one says so.
-- Locks:  api_token for an instant: the new columns are empty.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- Since now the column token_sha256 holds an HMAC of the token for new rows; rows of before are changed at their next use.
alter table api_token
  add column created_by uuid,
  add column created_by_name text,
  add column last_used_address text,
  add column last_used_client text,
  add column successor_id uuid,
  add column leaked_at timestamptz,
  add constraint api_token_created_by_fkey foreign key (created_by) references app_user (id) on delete set null,
  add constraint api_token_successor_fkey foreign key (project_id, successor_id) references api_token (project_id, id);
create index api_token_created_by_idx on api_token (created_by);

-- Links to invite people are found by whom they are for, and lists of members by organization.
create index invitation_organization_id_created_at_idx on invitation (organization_id, created_at desc);

commit;
