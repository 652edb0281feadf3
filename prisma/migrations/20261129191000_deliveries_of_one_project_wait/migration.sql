-- Why:    receivers of one project that do not answer must not delay the messages of other projects. Its deliveries get two
--         queues, each of which runs one job at a time (docs/decisions/313-slow-receivers-delay-their-own-project.md).
-- Locks:  none; two functions are replaced.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create or replace function ask_for_job(task text, payload json, task_key text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  perform graphile_worker.add_job(identifier => task, payload => payload, job_key => task_key, max_attempts => 12,
    queue_name => case when task = 'deliver' then format('deliver %s %s', payload ->> 'projectId', hashtext(task_key) & 1) end);
end $$;

create or replace function ask_for_job_at(task text, payload json, task_key text, at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  perform graphile_worker.add_job(identifier => task, payload => payload, job_key => task_key, run_at => at, max_attempts => 12,
    queue_name => case when task = 'deliver' then format('deliver %s %s', payload ->> 'projectId', hashtext(task_key) & 1) end);
end $$;

commit;
