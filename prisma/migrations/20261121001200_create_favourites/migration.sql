-- Why:    people keep pages under a name, and find those that they saw last.
-- Locks:  only the tables made here, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table favourite (
  project_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  path text not null,
  name text not null,
  created_at timestamptz not null default current_timestamp,
  constraint favourite_project_id_fkey foreign key (project_id) references project (id),
  constraint favourite_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade
);
create unique index favourite_project_id_user_id_path_key on favourite (project_id, user_id, path);
create index favourite_user_id_idx on favourite (user_id);
alter table favourite add constraint favourite_pkey primary key (project_id, id);

create table seen_page (
  project_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  path text not null,
  name text not null,
  seen_at timestamptz not null default current_timestamp,
  constraint seen_page_project_id_fkey foreign key (project_id) references project (id),
  constraint seen_page_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade
);
create unique index seen_page_project_id_user_id_path_key on seen_page (project_id, user_id, path);
create index seen_page_project_id_user_id_seen_at_idx on seen_page (project_id, user_id, seen_at desc);
create index seen_page_user_id_idx on seen_page (user_id);
alter table seen_page add constraint seen_page_pkey primary key (project_id, id);

select raise_wall('favourite');
select raise_wall('seen_page');

commit;
