-- Past a thousand sales the explorer asks here for its pages: an index for each order, which holds the columns of its
-- filters as well. db/migrations/0005 has the same; PostgreSQL keeps no trigrams without an extension that not every
-- project has, and counts by itself.
DROP INDEX IF EXISTS sales_by_total;
DROP INDEX IF EXISTS sales_by_date;
CREATE INDEX sales_walk_total ON sales (total_price DESC NULLS LAST, id)
  INCLUDE (sale_year, where_sold, category, type, plate_number);
CREATE INDEX sales_walk_hammer ON sales (hammer_price DESC NULLS LAST, id)
  INCLUDE (sale_year, where_sold, category, type, plate_number);
CREATE INDEX sales_walk_plate ON sales (plate_number DESC NULLS LAST, id)
  INCLUDE (sale_year, where_sold, category, type);
CREATE INDEX sales_walk_date ON sales (sale_year DESC NULLS LAST, sale_month DESC NULLS LAST, id)
  INCLUDE (where_sold, category, type, plate_number, hammer_price);
