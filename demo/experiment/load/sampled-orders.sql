\set first random(1, 199000)
select count(*), sum(amount) from generate_series(1, 2200) as n join orders on id = 1 + (n * 7919 + :first) % 200000;
