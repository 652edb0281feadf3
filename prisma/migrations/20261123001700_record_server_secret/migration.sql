-- Why:    a database that was restored beside another secret cannot read its own tokens and webhooks; a server compares
--         the fingerprint that is stored here with its secret before it says that it is ready.
-- Locks:  none; a table is created.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table server_secret (
  -- One row at most.
  id integer not null default 1 check (id = 1),
  fingerprint text not null,
  recorded_at timestamptz not null default current_timestamp,
  constraint server_secret_pkey primary key (id)
);

select grant_directory();

commit;
