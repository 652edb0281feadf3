-- Why:    a spec that came from a file of another server or project says so, by whom and from where.
-- Locks:  only the table made here and, for its foreign keys, a moment of spec, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row says that a spec was read from a file: what its people said and did is as the file has it.
create table spec_import (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  by_name text not null,
  -- What the file says of where it is from: name, organization, project, revision and when it was made.
  source jsonb not null,
  at timestamptz not null default clock_timestamp(),
  constraint spec_import_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id)
);
create unique index spec_import_project_id_spec_id_key on spec_import (project_id, spec_id);
alter table spec_import add constraint spec_import_pkey primary key (project_id, id);
create trigger spec_import_never_changes before update on spec_import
  for each row execute function refuse_update();

select raise_wall('spec_import', 'select, insert');

commit;
