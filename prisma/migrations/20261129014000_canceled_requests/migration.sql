-- Why:    the state of a run request and of a plan is spelled canceled, as all names and texts are in American English.
-- Locks:  access exclusive on run_plan and run_request while their rows are read once.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table run_plan drop constraint run_plan_state_check;
update run_plan set state = 'canceled' where state = 'cancelled';
alter table run_plan add constraint run_plan_state_check check (state in ('active', 'finished', 'canceled'));

alter table run_request drop constraint run_request_state_check;
update run_request set state = 'canceled' where state = 'cancelled';
alter table run_request add constraint run_request_state_check
  check (state in ('waiting', 'leased', 'finished', 'abandoned', 'canceled'));

commit;
