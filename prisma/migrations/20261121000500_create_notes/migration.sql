-- Why:    what people say about results: known bugs, notes on versions, runs and cells, and comparisons saved with a name.
-- Locks:  only the tables made here and, for their foreign keys, a moment of project and run, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.
-- Names:  products, versions and tests are names, as in a comparison's address: a bug may be known before its first run is.

begin;
set local lock_timeout = '2s';

create table known_bug (
  project_id uuid not null,
  id uuid not null,
  slug text not null,
  bug text not null,
  product text not null,
  title text not null,
  about text,
  link text,
  affected_from text,
  fixed_in text,
  tests text[] not null,
  workloads text[] not null,
  source_name text,
  source_url text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp,
  constraint known_bug_project_id_fkey foreign key (project_id) references project (id),
  constraint known_bug_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
create unique index known_bug_project_id_slug_key on known_bug (project_id, slug);
alter table known_bug add constraint known_bug_pkey primary key (project_id, id);

create table annotation (
  project_id uuid not null,
  id uuid not null,
  run_id uuid,
  -- Dimension and value of what it is about: a version, or a cell; empty for a run as a whole.
  coordinates jsonb not null,
  text text not null,
  author text,
  created_at timestamptz not null default current_timestamp,
  constraint annotation_project_id_fkey foreign key (project_id) references project (id),
  constraint annotation_project_id_run_id_fkey foreign key (project_id, run_id) references run (project_id, id),
  constraint annotation_is_about_something check (run_id is not null or coordinates <> '{}')
);
create index annotation_project_id_run_id_idx on annotation (project_id, run_id);
alter table annotation add constraint annotation_pkey primary key (project_id, id);

create table saved_comparison (
  project_id uuid not null,
  id uuid not null,
  slug text not null,
  title text not null,
  -- Kind of the study page that shows it; null for the compare page.
  study text,
  query text not null,
  about text,
  source_name text,
  source_url text,
  -- What a person made of the derived tl;dr; the derived one is made anew from the numbers each time.
  tldr text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp,
  constraint saved_comparison_project_id_fkey foreign key (project_id) references project (id),
  constraint saved_comparison_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
create unique index saved_comparison_project_id_slug_key on saved_comparison (project_id, slug);
alter table saved_comparison add constraint saved_comparison_pkey primary key (project_id, id);

commit;
