-- Why:    how long series are judged is a choice of each project, for some of its tests, metrics and machines another one.
-- Locks:  only the table made here, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table series_rule (
  project_id uuid not null,
  id uuid not null,
  test text not null default '',
  metric text not null default '',
  hardware text not null default '',
  rule jsonb not null,
  updated_at timestamptz not null default current_timestamp,
  constraint series_rule_project_id_fkey foreign key (project_id) references project (id)
);
create unique index series_rule_project_id_test_metric_hardware_key on series_rule (project_id, test, metric, hardware);
alter table series_rule add constraint series_rule_pkey primary key (project_id, id);

select raise_wall('series_rule');

commit;
