-- Why:    a person who deletes the account may replace their name in specs by a pseudonym
--         (docs/decisions/276-a-deleted-account-leaves-a-pseudonym.md). Texts of revisions still never change.
-- Locks:  a moment of spec_revision, spec_copy and spec_event; no row is rewritten.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

create function refuse_change_of_revision() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'author_key' - 'author_name' is distinct from to_jsonb(old) - 'author_key' - 'author_name'
    or (new.author_key <> old.author_key and new.author_key not like 'former:%')
    or (new.author_name <> old.author_name and new.author_key not like 'former:%')
  then
    raise exception 'rows of spec_revision never change, except that the name of a deleted account is replaced';
  end if;
  return new;
end $$;
drop trigger spec_revision_never_changes on spec_revision;
create trigger spec_revision_never_changes before update on spec_revision
  for each row execute function refuse_change_of_revision();

do $$
begin
  if exists (select from pg_roles where rolname = 'assay_app') then
    grant update (author_key, author_name) on spec_revision to assay_app;
    grant update (author_key, author_name) on spec_copy to assay_app;
    grant update (actor_key, actor_name) on spec_event to assay_app;
  end if;
end $$;

commit;
