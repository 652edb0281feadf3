-- Why:    before a run is removed its page names the reports and specs that show it; it read every frozen figure of the
--         project for that, whole. Now each run that a figure rests on has a row, which is found by an index.
-- Locks:  report_figure, for as long as the figures that are there are read once; reading them does not wait.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row says that a frozen figure names a run; the run may be gone, or of another server.
create table report_figure_run (
  project_id uuid not null,
  id uuid not null default gen_random_uuid(),
  figure_id uuid not null,
  run_id uuid not null,
  constraint report_figure_run_project_id_figure_id_fkey
    foreign key (project_id, figure_id) references report_figure (project_id, id) on delete cascade
);

create function name_runs_of_figure() returns trigger language plpgsql as $$
begin
  -- Canonical JSON writes an id as a string in lower case. What else looks like one names no run, and harms nobody.
  insert into report_figure_run (project_id, figure_id, run_id)
  select distinct new.project_id, new.id, named[1]::uuid
  from regexp_matches(new.content, '"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') as named;
  return null;
end $$;

-- By the table and not by who writes to it: an application of the version before this one writes to it too.
create trigger report_figure_names_runs after insert on report_figure
  for each row execute function name_runs_of_figure();

-- Rows of a project are seen in its scope only, by whoever migrates too.
do $$
declare
  one uuid;
begin
  for one in select id from project loop
    perform set_config('assay.project_id', one::text, true);
    insert into report_figure_run (project_id, figure_id, run_id)
    select distinct figure.project_id, figure.id, named[1]::uuid
    from report_figure figure,
      regexp_matches(figure.content, '"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') as named
    where figure.project_id = one;
  end loop;
  perform set_config('assay.project_id', '', true);
end $$;

create unique index report_figure_run_project_id_run_id_figure_id_key on report_figure_run (project_id, run_id, figure_id);
alter table report_figure_run add constraint report_figure_run_pkey primary key (project_id, id);
create trigger report_figure_run_never_changes before update on report_figure_run
  for each row execute function refuse_update();

select raise_wall('report_figure_run', 'select, insert');

commit;
