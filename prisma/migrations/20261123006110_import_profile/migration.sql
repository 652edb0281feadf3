-- Why:    a project stores the import profile that uploads use by default (docs/decisions/225-profile-of-a-project.md).
-- Locks:  none on tables with rows; one table is created.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row is the import profile of a project, as YAML.
create table import_profile (
  project_id uuid not null,
  id uuid not null default gen_random_uuid(),
  yaml text not null check (length(yaml) between 1 and 100000),
  updated_at timestamptz not null default now(),
  constraint import_profile_pkey primary key (project_id, id),
  constraint import_profile_project_id_key unique (project_id),
  constraint import_profile_project_id_fkey foreign key (project_id) references project (id)
);

select raise_wall('import_profile');

commit;
