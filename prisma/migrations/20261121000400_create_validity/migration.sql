-- Why:    what speaks against results: badges by rule, which are made anew when the rules change, and what people took out.
-- Locks:  run exclusively, but only for the moment in which a column with a constant default is added; no row is touched.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.
-- Keys:   primary keys are made after the other indexes, for the reason that create_dimensions gives.

begin;
set local lock_timeout = '2s';

-- The version of the rules by which the results of a run were judged; 0 for those that were never judged.
alter table run add column validity_version integer not null default 0;

create table result_badge (
  project_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  result_id uuid not null,
  code text not null,
  text text not null,
  -- The metrics that it is about; null when it is about the result as a whole.
  metrics text[],
  constraint result_badge_project_id_result_id_fkey
    foreign key (project_id, result_id) references result (project_id, id)
);
create index result_badge_project_id_run_id_idx on result_badge (project_id, run_id);
alter table result_badge add constraint result_badge_pkey primary key (project_id, id);

create table invalidation (
  project_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  -- Null when the whole run is taken out.
  result_id uuid,
  reason text not null,
  made_by text not null,
  made_at timestamptz not null,
  withdrawn_by text,
  withdrawn_at timestamptz,
  constraint invalidation_project_id_run_id_fkey foreign key (project_id, run_id) references run (project_id, id),
  constraint invalidation_project_id_result_id_fkey
    foreign key (project_id, result_id) references result (project_id, id),
  constraint invalidation_reason_is_given check (reason ~ '\S'),
  constraint invalidation_withdrawn_by_somebody check ((withdrawn_by is null) = (withdrawn_at is null))
);
create index invalidation_project_id_run_id_idx on invalidation (project_id, run_id);
alter table invalidation add constraint invalidation_pkey primary key (project_id, id);

commit;
