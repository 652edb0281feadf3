begin;
update counters set n = n + 1 where id = 1;
select n from counters where id = 1;
commit;
