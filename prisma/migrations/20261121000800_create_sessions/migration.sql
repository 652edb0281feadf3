-- Why:    people sign in: their sessions, how they prove who they are, and passkeys.
-- Locks:  app_user for an instant (columns with constant defaults); the tables are new.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table app_user
  add column email_verified boolean not null default false,
  add column image text,
  add column updated_at timestamptz not null default current_timestamp;

-- The token alone opens nothing: a cookie holds it together with a signature made with the server's secret.
create table session (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default current_timestamp,
  last_seen_at timestamptz not null default current_timestamp,
  constraint session_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade
);
create unique index session_token_key on session (token);
create index session_user_id_idx on session (user_id);
alter table session add constraint session_pkey primary key (id);

-- One row is a way to sign in: a password (provider `credential`) or an account elsewhere.
create table account (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp,
  constraint account_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade
);
create unique index account_provider_id_account_id_key on account (provider_id, account_id);
create index account_user_id_idx on account (user_id);
alter table account add constraint account_pkey primary key (id);

-- What was sent out and may come back once: reset links, challenges of passkeys, states of OAuth.
create table verification (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create index verification_identifier_idx on verification (identifier);
alter table verification add constraint verification_pkey primary key (id);

create table passkey (
  id uuid not null,
  user_id uuid not null,
  name text,
  public_key text not null,
  credential_id text not null,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default current_timestamp,
  constraint passkey_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade
);
create unique index passkey_credential_id_key on passkey (credential_id);
create index passkey_user_id_idx on passkey (user_id);
alter table passkey add constraint passkey_pkey primary key (id);

commit;
