\set first random(1, 499000)
select count(*), sum(amount) from generate_series(1, 2000) as n join orders on id = 1 + (n * 7919 + :first) % 500000;
