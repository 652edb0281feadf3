-- Why:    the account page shows what happened with an account; lines about a person that somebody else caused, such as a
--         failed sign-in, are found by the person.
-- Locks:  directory_event against writes while the index is made: a moment, for it holds sign-ins and changes of members.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create index directory_event_object_id_at_idx on directory_event (object_id, at desc);

commit;
