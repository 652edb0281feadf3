\set region random(0, 7)
\set customer random(0, 19999)
select price, customer from orders where region = :region and customer >= :customer order by customer limit 10;
