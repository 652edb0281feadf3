-- Why:    tables and columns of specs, reports and removed runs have the names that docs/glossary.md gives to these concepts
--         (docs/decisions/253-names-of-spec-tables.md).
-- Locks:  each table exclusively, for an instant; no row is read or written. A server of the version before does not know the
--         new names, so it must be stopped before this migration runs.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table run_removal rename column files_gone_at to files_deleted_at;

-- One row is a text that could not be saved, because its base revision had already been replaced.
alter table report_copy rename to report_conflicting_copy;
alter table report_conflicting_copy rename column kept_at to created_at;
alter table report_conflicting_copy rename constraint report_copy_pkey to report_conflicting_copy_pkey;
alter table report_conflicting_copy rename constraint report_copy_project_id_report_id_fkey to report_conflicting_copy_project_id_report_id_fkey;
alter index report_copy_project_id_report_id_idx rename to report_conflicting_copy_project_id_report_id_idx;

alter table spec_copy rename to spec_conflicting_copy;
alter table spec_conflicting_copy rename column kept_at to created_at;
alter table spec_conflicting_copy rename constraint spec_copy_pkey to spec_conflicting_copy_pkey;
alter table spec_conflicting_copy rename constraint spec_copy_project_id_spec_id_fkey to spec_conflicting_copy_project_id_spec_id_fkey;
alter index spec_copy_project_id_spec_id_idx rename to spec_conflicting_copy_project_id_spec_id_idx;

-- One row is a name that links use for a block: its id, or a current or former heading.
alter table spec_place rename to spec_block_name;
alter table spec_block_name rename constraint spec_place_pkey to spec_block_name_pkey;
alter table spec_block_name rename constraint spec_place_project_id_spec_id_fkey to spec_block_name_project_id_spec_id_fkey;
alter index spec_place_project_id_spec_id_name_key rename to spec_block_name_project_id_spec_id_name_key;

-- One row is a searchable text of a spec.
alter table spec_words rename to spec_search_text;
alter table spec_search_text rename column words to text;
alter table spec_search_text rename constraint spec_words_pkey to spec_search_text_pkey;
alter table spec_search_text rename constraint spec_words_project_id_spec_id_fkey to spec_search_text_project_id_spec_id_fkey;
alter index spec_words_project_id_spec_id_kind_ref_key rename to spec_search_text_project_id_spec_id_kind_ref_key;
alter index spec_words_search_idx rename to spec_search_text_search_idx;

-- One row is an idempotency key of a request that changed a spec.
alter table spec_sent rename to spec_idempotency_key;
alter table spec_idempotency_key rename column once to key;
alter table spec_idempotency_key rename constraint spec_sent_pkey to spec_idempotency_key_pkey;
alter table spec_idempotency_key rename constraint spec_sent_project_id_spec_id_fkey to spec_idempotency_key_project_id_spec_id_fkey;
alter index spec_sent_project_id_actor_key_once_key rename to spec_idempotency_key_project_id_actor_key_key_key;
alter trigger spec_sent_never_changes on spec_idempotency_key rename to spec_idempotency_key_never_changes;

alter table spec_feedback rename column giver_key to author_key;
alter table spec_response rename column carried_by to done_in_revision;

commit;
