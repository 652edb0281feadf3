-- Why:    tables and columns of notifications and of reviewers have the names that docs/glossary.md gives to these concepts.
-- Locks:  each table exclusively, for an instant; no row is read or written. A server of the version before does not know the
--         new names, so it must be stopped before this migration runs.
-- Again:  one transaction; if it fails, nothing of it is there. Correct the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table telling_target rename to notification_channel;
alter table notification_channel rename constraint telling_target_pkey to notification_channel_pkey;
alter table notification_channel rename constraint telling_target_project_id_fkey to notification_channel_project_id_fkey;
alter table notification_channel rename constraint telling_target_user_id_fkey to notification_channel_user_id_fkey;
alter table notification_channel rename constraint telling_target_kind to notification_channel_kind;
alter index telling_target_user_id_idx rename to notification_channel_user_id_idx;

-- One row is a person or a guest who is notified of the specs of a project by mail.
alter table spec_listener rename to spec_subscription;
alter table spec_subscription rename constraint spec_listener_pkey to spec_subscription_pkey;
alter table spec_subscription rename constraint spec_listener_project_id_fkey to spec_subscription_project_id_fkey;
alter index spec_listener_project_id_key_key rename to spec_subscription_project_id_key_key;

alter table message rename column target_id to channel_id;
alter table message rename column listener_id to subscription_id;
alter table message rename column gathered_in to summary_message_id;
alter table message rename constraint message_target_fkey to message_channel_fkey;
alter table message rename constraint message_listener_fkey to message_subscription_fkey;
alter table message rename constraint message_gathered_in_fkey to message_summary_fkey;
alter table message rename constraint message_is_for_one to message_has_one_recipient;
alter index message_project_id_target_id_occasion_key rename to message_project_id_channel_id_occasion_key;
alter index message_project_id_listener_id_occasion_key rename to message_project_id_subscription_id_occasion_key;
alter index message_project_id_target_id_created_at_id_idx rename to message_project_id_channel_id_created_at_id_idx;
alter index message_project_id_gathered_in_idx rename to message_project_id_summary_message_id_idx;

alter table spec_reader rename to spec_reviewer;
alter table spec_reviewer rename column linked_at to link_created_at;
alter table spec_reviewer rename column linked_until to link_expires_at;
alter table spec_reviewer rename column link_taken_back_at to link_revoked_at;
alter table spec_reviewer rename constraint spec_reader_pkey to spec_reviewer_pkey;
alter table spec_reviewer rename constraint spec_reader_project_id_spec_id_fkey to spec_reviewer_project_id_spec_id_fkey;
alter index spec_reader_project_id_spec_id_key_key rename to spec_reviewer_project_id_spec_id_key_key;
alter index spec_reader_project_id_secret_sha256_key rename to spec_reviewer_project_id_secret_sha256_key;
alter index spec_reader_secret_sha256_idx rename to spec_reviewer_secret_sha256_idx;

-- One row says that somebody opened a revision.
alter table spec_reading rename to spec_read_receipt;
alter table spec_read_receipt rename constraint spec_reading_pkey to spec_read_receipt_pkey;
alter table spec_read_receipt rename constraint spec_reading_project_id_spec_id_fkey to spec_read_receipt_project_id_spec_id_fkey;
alter index spec_reading_project_id_spec_id_revision_key_key rename to spec_read_receipt_project_id_spec_id_revision_key_key;

commit;
