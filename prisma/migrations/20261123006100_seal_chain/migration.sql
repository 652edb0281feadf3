-- Why:    a resolved spec is sealed as a whole, and each later action is chained to its seal by hash, so that a change
--         without a record is found (docs/decisions/250-a-seal-is-a-chain-of-hash-trees.md).
-- Locks:  only the table made here and, for its foreign keys, a moment of spec, so nothing waits for it.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

-- One row is a seal of a spec, or an action after it, with the values that it changed as salted leaves of a hash tree.
create table spec_seal_link (
  project_id uuid not null,
  id uuid not null,
  spec_id uuid not null,
  -- Counts from 1 without gaps.
  number integer not null check (number >= 1),
  kind text not null,
  -- ISO 8601 as it was hashed.
  at text not null,
  previous text,
  root text not null,
  sha256 text not null,
  leaves jsonb not null,
  constraint spec_seal_link_project_id_spec_id_fkey foreign key (project_id, spec_id) references spec (project_id, id)
);
create unique index spec_seal_link_project_id_spec_id_number_key on spec_seal_link (project_id, spec_id, number);
alter table spec_seal_link add constraint spec_seal_link_pkey primary key (project_id, id);

-- A redaction removes values and salts from the leaves and keeps every hash.
create function refuse_change_of_seal() returns trigger language plpgsql as $$
begin
  if (new.project_id, new.id, new.spec_id, new.number, new.kind, new.at, new.previous, new.root, new.sha256)
      is distinct from (old.project_id, old.id, old.spec_id, old.number, old.kind, old.at, old.previous, old.root, old.sha256)
    or jsonb_path_query_array(new.leaves, '$[*].sha256') <> jsonb_path_query_array(old.leaves, '$[*].sha256')
    or jsonb_path_query_array(new.leaves, '$[*].path') <> jsonb_path_query_array(old.leaves, '$[*].path')
  then
    raise exception 'rows of spec_seal_link never change, except that redacted values are removed';
  end if;
  return new;
end $$;
create trigger spec_seal_link_never_changes before update on spec_seal_link
  for each row execute function refuse_change_of_seal();

select raise_wall('spec_seal_link', 'select, insert, update');

commit;
