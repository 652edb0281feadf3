-- Why:    the entries of an audit log are chained by hash, so that a changed or removed entry is found
--         (docs/decisions/211-audit-logs-are-chained.md). Links are appended after the commit of the events, so that no
--         change waits for another one. Tokens with the scope audit read the log of their project.
-- Locks:  none on tables with rows; two tables are created.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter type token_scope add value if not exists 'audit';

create table audit_chain (
  project_id uuid not null,
  -- Counts from 1 without gaps.
  sequence int not null check (sequence > 0),
  event_id uuid not null,
  previous text not null,
  hash text not null,
  -- Ed25519 signature of the hash, base64, for the last link of each batch.
  signature text,
  chained_at timestamptz not null default current_timestamp,
  constraint audit_chain_pkey primary key (project_id, sequence),
  constraint audit_chain_project_id_fkey foreign key (project_id) references project (id)
);
create unique index audit_chain_project_id_event_id_key on audit_chain (project_id, event_id);

-- Links of organizations; those of the server (sign-ins) have the nil id.
create table directory_chain (
  organization_id uuid not null,
  sequence int not null check (sequence > 0),
  event_id uuid not null,
  previous text not null,
  hash text not null,
  signature text,
  chained_at timestamptz not null default current_timestamp,
  constraint directory_chain_pkey primary key (organization_id, sequence)
);
create unique index directory_chain_organization_id_event_id_key on directory_chain (organization_id, event_id);

select raise_wall('audit_chain', 'select, insert');
select grant_directory();

commit;
