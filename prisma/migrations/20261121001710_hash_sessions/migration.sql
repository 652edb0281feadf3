-- Why:    tokens of sessions, links and states lay here as they were sent; from now on only keyed hashes of them do. What
--         was stored before is of no use to anybody: people sign in once more, and ask for a new link if they wait for one.
--         What GitHub and OIDC gave to act for people there was never used, and goes.
-- Locks:  the rows of the three tables, while they are gone through. Nobody is signed in when it is done.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

delete from session;
delete from verification;
update account set access_token = null, refresh_token = null, id_token = null, access_token_expires_at = null,
  refresh_token_expires_at = null
where provider_id <> 'credential';

commit;
