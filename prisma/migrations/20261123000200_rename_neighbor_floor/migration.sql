-- Why:    one spelling in code, tables and documents: neighbor.
-- Locks:  neighbour_floor exclusively for an instant; only the catalog changes. A server of an older version cannot read
--         noise after it, so restart all servers with this version.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table neighbour_floor rename to neighbor_floor;
alter table neighbor_floor rename constraint neighbour_floor_pkey to neighbor_floor_pkey;
alter table neighbor_floor rename constraint neighbour_floor_project_id_fkey to neighbor_floor_project_id_fkey;
alter index neighbour_floor_project_id_product_key rename to neighbor_floor_project_id_product_key;

commit;
