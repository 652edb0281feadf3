-- Why:    readers of feeds cannot sign in: a key in the address opens the feed of one project to one person.
-- Locks:  only the table made here, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table feed_key (
  project_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  key_sha256 text not null,
  created_at timestamptz not null default current_timestamp,
  constraint feed_key_project_id_fkey foreign key (project_id) references project (id),
  constraint feed_key_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade,
  constraint feed_key_sha256_form check (key_sha256 ~ '^[0-9a-f]{64}$')
);
create unique index feed_key_project_id_user_id_key on feed_key (project_id, user_id);
create index feed_key_user_id_idx on feed_key (user_id);
alter table feed_key add constraint feed_key_pkey primary key (project_id, id);

select raise_wall('feed_key', '');
select open_to_directory('feed_key');

commit;
