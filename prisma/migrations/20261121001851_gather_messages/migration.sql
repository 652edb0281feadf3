-- Why:    an import of many releases has dozens of findings; whoever is told of the first few hears of the others in one
--         message that lists them.
-- Locks:  message for a moment: the column is empty, and key and check are looked at over rows of a month.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- The message that tells of this one and of others; null where it goes by itself.
alter table message add column gathered_in uuid;
alter table message add constraint message_gathered_in_fkey
  foreign key (project_id, gathered_in) references message (project_id, id) on delete cascade;
alter table message drop constraint message_state;
alter table message add constraint message_state
  check (state in ('held', 'gathered', 'waiting', 'delivered', 'failed', 'dropped'));
create index message_project_id_gathered_in_idx on message (project_id, gathered_in);

commit;
