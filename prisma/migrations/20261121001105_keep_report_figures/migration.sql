-- Why:    the comparisons of a version are kept as they were, byte for byte, under the hash of what they say.
-- Locks:  only the table made here and, for its foreign key, a moment of project, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create table report_figure (
  project_id uuid not null,
  id uuid not null,
  sha256 text not null,
  -- Canonical JSON; text rather than jsonb, which would not keep its bytes.
  content text not null,
  frozen_at timestamptz not null default clock_timestamp(),
  constraint report_figure_project_id_fkey foreign key (project_id) references project (id),
  constraint report_figure_sha256_form check (sha256 ~ '^[0-9a-f]{64}$')
);
create unique index report_figure_project_id_sha256_key on report_figure (project_id, sha256);
alter table report_figure add constraint report_figure_pkey primary key (project_id, id);

create trigger report_figure_never_changes before update on report_figure
  for each row execute function refuse_update();

select raise_wall('report_figure', 'select, insert');

commit;
