-- Why:    specs are reviewed: revisions that never change, feedback and answers that are never taken away, and where each
--         feedback stands on each revision.
-- Locks:  only the tables made here and, for their foreign keys, a moment of project, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row is a spec as it stands now.
create table spec (
  project_id uuid not null,
  id uuid not null,
  kind text not null,
  -- Counted by kind within the project, and never used again.
  number integer not null,
  title text not null,
  state text not null,
  owner_key text not null,
  owner_name text not null,
  co_authors jsonb not null default '[]',
  revision integer not null,
  parent_id uuid,
  base_revision integer,
  -- What was amended after it was resolved, what became of it, and why it ended.
  afterwards jsonb not null default '{}',
  -- The number of the first block that was never there.
  next_block integer not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint spec_project_id_fkey foreign key (project_id) references project (id),
  constraint spec_kind check (kind in ('functional', 'design')),
  constraint spec_state check (state in ('draft', 'in-review', 'meeting', 'resolving', 'resolved', 'withdrawn', 'superseded')),
  constraint spec_number_counts check (number >= 1),
  constraint spec_parent_of_design check (parent_id is null or kind = 'design')
);
create unique index spec_project_id_kind_number_key on spec (project_id, kind, number);
create index spec_project_id_parent_id_idx on spec (project_id, parent_id);
alter table spec add constraint spec_pkey primary key (project_id, id);
alter table spec add constraint spec_project_id_parent_id_fkey
  foreign key (project_id, parent_id) references spec (project_id, id);

-- One row is a revision of a spec, byte for byte.
create table spec_revision (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  number integer not null,
  title text not null,
  text text not null,
  sha256 text not null,
  -- Headings, paragraphs, rows: their ids, places and words.
  blocks jsonb not null,
  base_revision integer,
  note text not null,
  author_key text not null,
  author_name text not null,
  -- In which state of the spec it was made.
  state text not null,
  -- Of each figure of the text, in its order: the frozen comparison that it shows, a row of report_figure.
  snapshot_ids uuid[] not null default '{}',
  made_at timestamptz not null default clock_timestamp(),
  constraint spec_revision_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id),
  constraint spec_revision_number_counts check (number >= 1)
);
create unique index spec_revision_project_id_spec_id_number_key on spec_revision (project_id, spec_id, number);
alter table spec_revision add constraint spec_revision_pkey primary key (project_id, id);
create trigger spec_revision_never_changes before update on spec_revision
  for each row execute function refuse_update();

-- One row is a text that came second: written on a revision that somebody else had already replaced.
create table spec_copy (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  title text not null,
  text text not null,
  note text not null,
  based_on integer not null,
  author_key text not null,
  author_name text not null,
  kept_at timestamptz not null default clock_timestamp(),
  constraint spec_copy_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id)
);
create index spec_copy_project_id_spec_id_idx on spec_copy (project_id, spec_id);
alter table spec_copy add constraint spec_copy_pkey primary key (project_id, id);

-- One row is a round of review: its meeting and what came of it.
create table spec_round (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  number integer not null,
  meeting_at timestamptz not null,
  facts jsonb not null,
  constraint spec_round_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id)
);
create unique index spec_round_project_id_spec_id_number_key on spec_round (project_id, spec_id, number);
create index spec_round_project_id_meeting_at_idx on spec_round (project_id, meeting_at);
alter table spec_round add constraint spec_round_pkey primary key (project_id, id);

-- One row is somebody who is invited to read, a member of the project or an outsider by a link.
create table spec_reader (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  key text not null,
  facts jsonb not null,
  -- Of the secret in the link of an outsider; null for members.
  secret_sha256 text,
  constraint spec_reader_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id)
);
create unique index spec_reader_project_id_spec_id_key_key on spec_reader (project_id, spec_id, key);
create index spec_reader_secret_sha256_idx on spec_reader (secret_sha256);
alter table spec_reader add constraint spec_reader_pkey primary key (project_id, id);

-- One row says that somebody opened a revision.
create table spec_reading (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  revision integer not null,
  key text not null,
  name text not null,
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  constraint spec_reading_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id)
);
create unique index spec_reading_project_id_spec_id_revision_key_key on spec_reading (project_id, spec_id, revision, key);
alter table spec_reading add constraint spec_reading_pkey primary key (project_id, id);

-- One row is a point that a reader made. It changes only when its giver says what they think of the answer, or when it
-- is redacted.
create table spec_feedback (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  number integer not null,
  giver_key text not null,
  facts jsonb not null,
  constraint spec_feedback_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id),
  constraint spec_feedback_number_counts check (number >= 1)
);
create unique index spec_feedback_project_id_spec_id_number_key on spec_feedback (project_id, spec_id, number);
alter table spec_feedback add constraint spec_feedback_pkey primary key (project_id, id);

-- One row is an answer to feedback; a later one stands in for it, and only a redaction changes it. A good point is a
-- promise while nothing carries it out.
create table spec_response (
  project_id uuid not null,
  id uuid not null,
  feedback_id uuid not null,
  number integer not null,
  kind text not null,
  carried_by integer,
  facts jsonb not null,
  constraint spec_response_project_id_feedback_id_fkey foreign key (project_id, feedback_id) references spec_feedback (project_id, id)
);
create unique index spec_response_project_id_feedback_id_number_key on spec_response (project_id, feedback_id, number);
create index spec_response_project_id_kind_idx on spec_response (project_id, kind);
alter table spec_response add constraint spec_response_pkey primary key (project_id, id);

-- One row is where a feedback stands on a revision, so that history is never worked out again.
create table spec_placement (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  feedback integer not null,
  revision integer not null,
  placement jsonb not null,
  constraint spec_placement_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id)
);
create unique index spec_placement_project_id_spec_id_revision_feedback_key
  on spec_placement (project_id, spec_id, revision, feedback);
alter table spec_placement add constraint spec_placement_pkey primary key (project_id, id);

-- One row is a name that links use for a block: its id, or what a heading of it was ever called.
create table spec_place (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  name text not null,
  block text not null,
  -- The newest revision that has the block.
  last_revision integer not null,
  constraint spec_place_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id)
);
create unique index spec_place_project_id_spec_id_name_key on spec_place (project_id, spec_id, name);
alter table spec_place add constraint spec_place_pkey primary key (project_id, id);

-- One row is something that was done with a spec.
create table spec_event (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_key text not null,
  actor_name text not null,
  action jsonb not null,
  constraint spec_event_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id)
);
create index spec_event_project_id_spec_id_at_id_idx on spec_event (project_id, spec_id, at, id);
alter table spec_event add constraint spec_event_pkey primary key (project_id, id);

-- One row is a text that search finds: the current text of a spec, feedback, an answer, a caption of evidence.
create table spec_words (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  -- text, feedback, response or evidence.
  kind text not null,
  -- Of which it is: '', F-17, F-17.2, or the number of the figure.
  ref text not null,
  -- Of an answer: which one it is.
  response text,
  words text not null,
  search tsvector not null,
  constraint spec_words_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id)
);
create unique index spec_words_project_id_spec_id_kind_ref_key on spec_words (project_id, spec_id, kind, ref);
create index spec_words_search_idx on spec_words using gin (search);
alter table spec_words add constraint spec_words_pkey primary key (project_id, id);

select raise_wall('spec', 'select, insert, update');
select raise_wall('spec_revision', 'select, insert');
select raise_wall('spec_copy', 'select, insert, delete');
select raise_wall('spec_round', 'select, insert, update');
select raise_wall('spec_reader');
select raise_wall('spec_reading', 'select, insert, update');
select raise_wall('spec_feedback', 'select, insert, update');
select raise_wall('spec_response', 'select, insert, update');
select raise_wall('spec_placement', 'select, insert');
select raise_wall('spec_place', 'select, insert, update');
select raise_wall('spec_event', 'select, insert');
select raise_wall('spec_words');

commit;
