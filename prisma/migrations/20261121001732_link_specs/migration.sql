-- Why:    a spec can be read by whoever has its public link, with its appendix, until the link ends or is taken back.
-- Locks:  only the table made here and, for its foreign keys, a moment of spec, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row is a secret address of a spec; of the secret only a hash is kept.
create table spec_link (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  secret_sha256 text not null,
  expires_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  created_by_name text not null,
  revoked_at timestamptz,
  constraint spec_link_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id)
);
create unique index spec_link_project_id_secret_sha256_key on spec_link (project_id, secret_sha256);
create index spec_link_secret_sha256_idx on spec_link (secret_sha256);
create index spec_link_project_id_spec_id_idx on spec_link (project_id, spec_id);
alter table spec_link add constraint spec_link_pkey primary key (project_id, id);

select raise_wall('spec_link', 'select, insert, update');
select open_to_directory('spec_link');

commit;
