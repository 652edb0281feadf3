-- Why:    which raw files are profiles (sampled stacks), of which result, and how large, so that nobody parses files to list them.
-- Locks:  only the table made here and, for its foreign key, a moment of result.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.
-- Order:  it does not need 0700, which may be there before it.

begin;
set local lock_timeout = '2s';

create table profile (
  project_id uuid not null,
  id uuid not null,
  result_id uuid not null,
  -- Name and content of the attachment; the file itself lies outside the database.
  name text not null,
  sha256 text not null,
  kind text not null,
  event text,
  unit text not null,
  total double precision not null,
  functions integer not null,
  constraint profile_project_id_result_id_fkey
    foreign key (project_id, result_id) references result (project_id, id),
  constraint profile_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint profile_total_finite check (total > 0 and total < 'Infinity')
);
create index profile_project_id_result_id_idx on profile (project_id, result_id);
alter table profile add constraint profile_pkey primary key (project_id, id);

commit;
