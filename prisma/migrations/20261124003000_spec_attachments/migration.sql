-- Why:    texts of specs show images and link files, which are stored with the revision and sealed by their hashes
--         (docs/decisions/294-attachments-are-named-by-their-hash.md).
-- Locks:  spec_revision exclusively for an instant (a column with a constant default), and the table made here.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row is a file that texts of specs show or link.
create table spec_attachment (
  project_id uuid not null,
  id uuid not null,
  -- Contains digits of its hash.
  name text not null,
  sha256 text not null,
  media_type text not null,
  size_bytes int not null check (size_bytes = octet_length(content)),
  content bytea not null,
  uploader_key text not null,
  is_used boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  constraint spec_attachment_pkey primary key (project_id, id),
  constraint spec_attachment_project_id_fkey foreign key (project_id) references project (id)
);
create unique index spec_attachment_project_id_name_key on spec_attachment (project_id, name);

-- Images are compressed already.
alter table spec_attachment alter column content set storage external;

create function refuse_change_of_attachment() returns trigger language plpgsql as $$
begin
  if (new.project_id, new.id, new.name, new.sha256, new.media_type, new.size_bytes, new.content, new.created_at)
    is distinct from (old.project_id, old.id, old.name, old.sha256, old.media_type, old.size_bytes, old.content, old.created_at)
  then
    raise exception 'the content of an attachment never changes';
  end if;
  return new;
end $$;
create trigger spec_attachment_never_changes before update on spec_attachment
  for each row execute function refuse_change_of_attachment();

create trigger spec_attachment_counts_stored after insert on spec_attachment referencing new table as changed
  for each statement execute function count_usage('files');
create trigger spec_attachment_counts_deleted after delete on spec_attachment referencing old table as changed
  for each statement execute function count_usage('files');

alter table spec_revision add column attachments jsonb not null default '[]';

select raise_wall('spec_attachment');

commit;
