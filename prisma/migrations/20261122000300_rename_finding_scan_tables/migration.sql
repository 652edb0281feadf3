-- Why:    the tables of scans have the names of what they hold: environments (a machine with a benchmark and a workload)
--         and pairs of versions with their verdicts. Rows, ids and states stay, so nothing is scanned again.
-- Locks:  the three tables exclusively for an instant; only the catalog changes. A server of an older version cannot scan
--         after it, so restart all servers with this version.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table finding_place rename to finding_environment;
alter table finding_environment rename constraint finding_place_pkey to finding_environment_pkey;
alter table finding_environment rename constraint finding_place_project_id_fkey to finding_environment_project_id_fkey;
alter index finding_place_project_id_product_idx rename to finding_environment_project_id_product_idx;

alter table finding_part rename to finding_version_pair;
alter table finding_version_pair rename column told to verdicts;
alter table finding_version_pair rename constraint finding_part_pkey to finding_version_pair_pkey;
alter table finding_version_pair rename constraint finding_part_project_id_fkey to finding_version_pair_project_id_fkey;
alter index finding_part_project_id_pair_idx rename to finding_version_pair_project_id_pair_idx;
alter index finding_part_project_id_kind_idx rename to finding_version_pair_project_id_kind_idx;

alter table finding rename column stands to active;
alter index finding_project_id_place_key rename to finding_project_id_identity_key;

commit;
