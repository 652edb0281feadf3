\set a random(0, 999)
\set b random(0, 999)
\set c random(0, 999)
select count(*) from orders where price = :a or price = :b or price = :c;
