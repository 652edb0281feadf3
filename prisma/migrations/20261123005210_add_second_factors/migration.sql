-- Why:    a person signs in with a code of an authenticator app in addition to the password, and an organization can
--         require that of its members (docs/decisions/212-second-factor.md). Present sessions count as without one.
-- Locks:  session and organization exclusively for an instant; constant defaults rewrite no row.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table totp (
  user_id uuid not null,
  -- Encrypted with a key of the server, so that a copy of the database generates no codes.
  secret_sealed text not null,
  -- Null until the person entered the first code.
  confirmed_at timestamptz,
  -- Period of 30 s of the newest accepted code; a code of this period or an earlier one is refused.
  last_step bigint not null default 0,
  constraint totp_pkey primary key (user_id),
  constraint totp_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade
);

create table recovery_code (
  user_id uuid not null,
  -- HMAC-SHA256 by a key of the server, hex.
  code_hmac text not null,
  used_at timestamptz,
  constraint recovery_code_pkey primary key (user_id, code_hmac),
  constraint recovery_code_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade
);

alter table session add column second_factor boolean not null default false;
alter table organization add column require_second_factor boolean not null default false;

select grant_directory();

commit;
