insert into orders (region, customer, price, status, note)
select g % 8, (random() * 19999)::int, (random() * 999)::int, 0, 'note ' || g from generate_series(1, 500) g;
