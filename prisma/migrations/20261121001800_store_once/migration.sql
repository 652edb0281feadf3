-- Why:    what a browser sends again, because the answer to it got lost, is stored once.
-- Locks:  only the table made here and, for its foreign keys, a moment of spec, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row says that something that somebody sent under a name of its own was stored with a spec.
create table spec_sent (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  actor_key text not null,
  -- Made by who sent it, and the same each time that it is sent.
  once uuid not null,
  at timestamptz not null default clock_timestamp(),
  constraint spec_sent_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id)
);
create unique index spec_sent_project_id_actor_key_once_key on spec_sent (project_id, actor_key, once);
alter table spec_sent add constraint spec_sent_pkey primary key (project_id, id);
create trigger spec_sent_never_changes before update on spec_sent
  for each row execute function refuse_update();

select raise_wall('spec_sent', 'select, insert');

commit;
