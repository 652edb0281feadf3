-- Why:    the directory of an organization creates, disables and removes its members by SCIM
--         (docs/decisions/260-members-by-scim.md).
-- Locks:  none; tables are created.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table scim_token (
  organization_id uuid not null,
  -- HMAC-SHA256 by a key of the server, hex.
  token_hmac text not null,
  created_at timestamptz not null default current_timestamp,
  constraint scim_token_pkey primary key (organization_id),
  constraint scim_token_token_hmac_key unique (token_hmac),
  constraint scim_token_organization_id_fkey foreign key (organization_id) references organization (id) on delete cascade
);

create table scim_user (
  organization_id uuid not null,
  id uuid not null,
  -- Unique in lower case, as RFC 7643 demands.
  user_name text not null,
  external_id text,
  name text not null,
  email text not null,
  active boolean not null,
  -- Null until the person is a member for the first time, and after the account was deleted.
  user_id uuid,
  -- Role of the membership that was removed when the person was disabled.
  role member_role,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp,
  constraint scim_user_pkey primary key (organization_id, id),
  constraint scim_user_organization_id_fkey foreign key (organization_id) references organization (id) on delete cascade,
  constraint scim_user_user_id_fkey foreign key (user_id) references app_user (id) on delete set null
);
create unique index scim_user_user_name_key on scim_user (organization_id, lower(user_name));
create index scim_user_user_id_idx on scim_user (user_id);

select grant_directory();

commit;
