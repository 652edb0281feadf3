-- Why:    who comes by a link of their own does things too, and the trail says so. On its own, for a value is of use only
--         once the transaction that added it is over.
-- Locks:  none that anybody waits for.
-- Again:  it does nothing where the value is there.

begin;
set local lock_timeout = '2s';

alter type actor_kind add value if not exists 'guest';

commit;
