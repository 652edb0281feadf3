-- Why:    reports: drafts that are stored while they are written, and numbered versions that never change.
-- Locks:  only the tables made here and, for their foreign keys, a moment of project, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row is a report with the text that its authors work on.
create table report (
  project_id uuid not null,
  id uuid not null,
  slug text not null,
  title text not null,
  tldr text not null,
  text text not null,
  -- Counts what was stored; whoever stores says on which one their text is based.
  revision integer not null,
  -- Names of those who stored some of it, in the order in which they came.
  authors text[] not null,
  created_at timestamptz not null default current_timestamp,
  saved_at timestamptz not null default clock_timestamp(),
  saved_by_kind actor_kind not null,
  saved_by_id uuid,
  saved_by_name text not null,
  constraint report_project_id_fkey foreign key (project_id) references project (id),
  constraint report_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
create unique index report_project_id_slug_key on report (project_id, slug);
alter table report add constraint report_pkey primary key (project_id, id);

-- One row is a text that came second: based on a revision that somebody else had already replaced.
create table report_copy (
  project_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  title text not null,
  tldr text not null,
  text text not null,
  based_on integer not null,
  kept_at timestamptz not null default clock_timestamp(),
  author_id uuid,
  author_name text not null,
  constraint report_copy_project_id_report_id_fkey foreign key (project_id, report_id) references report (project_id, id) on delete cascade
);
create index report_copy_project_id_report_id_idx on report_copy (project_id, report_id);
alter table report_copy add constraint report_copy_pkey primary key (project_id, id);

-- One row is a version of a report, as it was read when it was made.
create table report_version (
  project_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  number integer not null,
  title text not null,
  tldr text not null,
  text text not null,
  authors text[] not null,
  note text,
  made_at timestamptz not null default clock_timestamp(),
  made_by_name text not null,
  -- Of each figure of the text, in its order: the snapshot that it shows.
  snapshot_ids uuid[] not null,
  constraint report_version_project_id_report_id_fkey foreign key (project_id, report_id) references report (project_id, id),
  constraint report_version_number_counts check (number >= 1)
);
create unique index report_version_project_id_report_id_number_key on report_version (project_id, report_id, number);
alter table report_version add constraint report_version_pkey primary key (project_id, id);

-- Also for the owner of the tables, whom no grant holds.
create function refuse_update() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % never change', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger report_version_never_changes before update on report_version
  for each row execute function refuse_update();

select raise_wall('report');
select raise_wall('report_copy');
select raise_wall('report_version', 'select, insert');

commit;
