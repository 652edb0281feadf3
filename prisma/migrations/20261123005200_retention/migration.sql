-- Why:    a project can limit how long raw files and samples of runs are kept (docs/decisions/202-retention.md).
-- Locks:  none on tables with rows; one table is created.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row is the retention rule of a project; null keeps forever.
create table retention (
  project_id uuid not null,
  id uuid not null default gen_random_uuid(),
  file_days int check (file_days between 1 and 36600),
  sample_days int check (sample_days between 1 and 36600),
  constraint retention_pkey primary key (project_id, id),
  constraint retention_project_id_key unique (project_id),
  constraint retention_project_id_fkey foreign key (project_id) references project (id)
);

select raise_wall('retention');

commit;
