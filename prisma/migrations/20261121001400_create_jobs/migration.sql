-- Why:    what an upload sets off (looking for changes, telling people) is asked for in the upload's own transaction.
-- Locks:  none; a function is made.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- The queue (graphile-worker) makes its schema when a worker first starts. Before that nothing is asked for, and nothing
-- is lost: a starting worker looks at every project. Statements in a scope have no rights on the queue, so this runs as
-- its owner; `task_key` makes one job of several that were asked for before the first began.
create function ask_for_job(task text, payload json, task_key text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if to_regnamespace('graphile_worker') is null then return; end if;
  perform graphile_worker.add_job(identifier => task, payload => payload, job_key => task_key, max_attempts => 12);
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'assay_app') then
    execute 'grant execute on function ask_for_job(text, json, text) to assay_app';
  end if;
end $$;

commit;
