-- Why:    the record of a run states how many runs of the candidate the runner measured, so that a search cannot attach
--         its best runs only (docs/decisions/362-records-count-runs.md), and the files of its command apart from its
--         program, which an experiment may allow to differ.
-- Locks:  access exclusive on candidate_run for the time of a change of the catalog; no rewrite.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table candidate_run
  add column files_sha256 text,
  add column finished_runs int check (finished_runs >= 1),
  add column failed_runs int check (failed_runs >= 0);

commit;
