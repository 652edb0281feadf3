-- Why:    uploads of two machines under one name are refused by the numbers of logical CPUs that their files print.
-- Locks:  hardware for a moment: the column has a constant default.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- By state of SMT, because a machine has one number with it and another without.
alter table hardware add column logical_cpus jsonb not null default '{}';

commit;
