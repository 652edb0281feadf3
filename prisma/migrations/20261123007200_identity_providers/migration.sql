-- Why:    members of an organization sign in by its own OpenID Connect provider, and an organization can require that
--         (docs/decisions/258-identity-provider-of-an-organization.md).
-- Locks:  organization exclusively for an instant; a constant default rewrites no row.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table identity_provider (
  organization_id uuid not null,
  -- A provider with another issuer or client is another row, because its subjects are other people.
  id uuid not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Encrypted with a key of the server.
  client_secret_sealed text not null,
  -- Role of people who sign in for the first time; null when only present members can sign in.
  default_role member_role,
  created_at timestamptz not null default current_timestamp,
  constraint identity_provider_pkey primary key (organization_id),
  constraint identity_provider_id_key unique (id),
  constraint identity_provider_organization_id_fkey foreign key (organization_id) references organization (id) on delete cascade
);

create table mail_domain (
  organization_id uuid not null,
  domain text not null,
  -- Value of the TXT record that proves the ownership.
  txt_value text not null,
  verified_at timestamptz,
  verified_by text,
  created_at timestamptz not null default current_timestamp,
  constraint mail_domain_pkey primary key (organization_id, domain),
  constraint mail_domain_verified_by_check check (verified_by in ('dns', 'operator') and verified_at is not null or verified_by is null and verified_at is null),
  constraint mail_domain_organization_id_fkey foreign key (organization_id) references organization (id) on delete cascade
);
-- A domain belongs to one organization.
create unique index mail_domain_verified_key on mail_domain (domain) where verified_at is not null;

create table provider_sign_in (
  -- The state that was sent to the provider, and the cookie of the browser that started, as SHA-256.
  state_sha256 text not null,
  browser_sha256 text not null,
  provider_id uuid not null,
  next_path text not null,
  expires_at timestamptz not null,
  constraint provider_sign_in_pkey primary key (state_sha256),
  constraint provider_sign_in_provider_id_fkey foreign key (provider_id) references identity_provider (id) on delete cascade
);
create index provider_sign_in_expires_at_idx on provider_sign_in (expires_at);
create index provider_sign_in_provider_id_idx on provider_sign_in (provider_id);

create table session_provider (
  session_id uuid not null,
  provider_id uuid not null,
  constraint session_provider_pkey primary key (session_id, provider_id),
  constraint session_provider_session_id_fkey foreign key (session_id) references session (id) on delete cascade,
  constraint session_provider_provider_id_fkey foreign key (provider_id) references identity_provider (id) on delete cascade
);
create index session_provider_provider_id_idx on session_provider (provider_id);

alter table organization add column require_identity_provider boolean not null default false;

select grant_directory();

commit;
