-- Why:    when a spec is resolved, its appendix is kept as it was then, with its hash, so that it can be shown to be the same.
-- Locks:  only the table made here and, for its foreign keys, a moment of spec, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row is the hash of an appendix as it was when a round of review was resolved, and on which revision that was.
create table spec_seal (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  round integer not null,
  revision integer not null,
  -- Of the appendix as plain text in UTF-8.
  appendix_sha256 text not null,
  at timestamptz not null,
  constraint spec_seal_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id),
  constraint spec_seal_round_counts check (round >= 1),
  constraint spec_seal_revision_counts check (revision >= 1)
);
create unique index spec_seal_project_id_spec_id_round_key on spec_seal (project_id, spec_id, round);
alter table spec_seal add constraint spec_seal_pkey primary key (project_id, id);
create trigger spec_seal_never_changes before update on spec_seal
  for each row execute function refuse_update();

select raise_wall('spec_seal', 'select, insert');

commit;
