-- Why:    the overview shows every release against the previous one: counts of verdicts, geometric mean and all ratios.
--         Scans have these when they judge a pair, so they store them instead of judging again for each page.
-- Locks:  finding_version_pair exclusively for an instant; columns without a default rewrite no row.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table finding_version_pair
  add column release_summary jsonb,
  add column release_lines jsonb;

commit;
