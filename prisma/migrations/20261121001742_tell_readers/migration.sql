-- Why:    whoever reads or writes a spec is told of it by mail, through the outbox that findings have.
-- Locks:  message, for an instant: a column may be null from now on, one without a value is added, and a check and a key
--         are read over its rows, of which there are those of a month.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row is somebody who is told of the specs of a project by mail.
create table spec_listener (
  project_id uuid not null,
  id uuid not null,
  -- person:ID or guest:ID.
  key text not null,
  -- Since when they want no mails about specs.
  muted_at timestamptz,
  -- Specs of which they want none.
  muted_specs uuid[] not null default '{}',
  constraint spec_listener_project_id_fkey foreign key (project_id) references project (id)
);
create unique index spec_listener_project_id_key_key on spec_listener (project_id, key);
alter table spec_listener add constraint spec_listener_pkey primary key (project_id, id);

-- A message is for a target, or for somebody who is told of specs.
alter table message alter column target_id drop not null, add column listener_id uuid;
alter table message add constraint message_is_for_one check (num_nonnulls(target_id, listener_id) = 1);
alter table message add constraint message_listener_fkey
  foreign key (project_id, listener_id) references spec_listener (project_id, id) on delete cascade;
create unique index message_project_id_listener_id_occasion_key on message (project_id, listener_id, occasion);

-- One row is something that was done with a spec and that a message tells; without an event a reminder.
create table spec_notice (
  project_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  spec_id uuid not null,
  event_id uuid,
  constraint spec_notice_message_fkey foreign key (project_id, message_id) references message (project_id, id) on delete cascade,
  constraint spec_notice_spec_fkey foreign key (project_id, spec_id) references spec (project_id, id),
  constraint spec_notice_event_fkey foreign key (project_id, event_id) references spec_event (project_id, id)
);
create index spec_notice_project_id_message_id_idx on spec_notice (project_id, message_id);
alter table spec_notice add constraint spec_notice_pkey primary key (project_id, id);

select raise_wall('spec_listener');
select raise_wall('spec_notice', 'select, insert, delete');

commit;
