-- Why:    nodes of a distributed Postgres have the schema of the job queue, but not its tables and functions. A scope that
--         requests a job there must not fail; the next pass over the outbox queues the job on the coordinator
--         (docs/decisions/207-scopes-go-to-the-node-of-their-project.md).
-- Locks:  none; two functions are replaced.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create or replace function ask_for_job(task text, payload json, task_key text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  perform graphile_worker.add_job(identifier => task, payload => payload, job_key => task_key, max_attempts => 12);
end $$;

create or replace function ask_for_job_at(task text, payload json, task_key text, at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  perform graphile_worker.add_job(identifier => task, payload => payload, job_key => task_key, run_at => at, max_attempts => 12);
end $$;

commit;
