-- Past a thousand sales the explorer asks here for its pages. Each order has an index that also holds every column
-- of its filters: a page is found by walking the order and looking at each entry, without sorting and without
-- fetching the rows that do not pass. Walked backwards, it is the ascending order.
-- They take the place of the two that held no more than their order, and that the planner would prefer.
DROP INDEX sales_by_total;
DROP INDEX sales_by_date;
CREATE INDEX sales_walk_total ON sales (total_price DESC, id, sale_year, where_sold, category, type, plate_number);
CREATE INDEX sales_walk_hammer ON sales (hammer_price DESC, id, sale_year, where_sold, category, type, plate_number);
CREATE INDEX sales_walk_plate ON sales (plate_number DESC, id, sale_year, where_sold, category, type);
-- By date: within a month the few sales are sorted by their hammer price as they come.
CREATE INDEX sales_walk_date
  ON sales (sale_year DESC, sale_month DESC, id, where_sold, category, type, plate_number, hammer_price);

-- What a search of three letters and more looks in: the registrations that hold them, whatever stands around them.
CREATE VIRTUAL TABLE sales_trigrams USING fts5 (
  plate_number, content = 'sales', content_rowid = 'rowid', tokenize = 'trigram', detail = 'full'
);
INSERT INTO sales_trigrams (sales_trigrams) VALUES ('rebuild');
CREATE TRIGGER sales_insert_trigrams AFTER INSERT ON sales BEGIN
  INSERT INTO sales_trigrams (rowid, plate_number) VALUES (NEW.rowid, NEW.plate_number);
END;
CREATE TRIGGER sales_delete_trigrams AFTER DELETE ON sales BEGIN
  INSERT INTO sales_trigrams (sales_trigrams, rowid, plate_number) VALUES ('delete', OLD.rowid, OLD.plate_number);
END;
CREATE TRIGGER sales_update_trigrams AFTER UPDATE OF plate_number ON sales
WHEN OLD.plate_number IS NOT NEW.plate_number BEGIN
  INSERT INTO sales_trigrams (sales_trigrams, rowid, plate_number) VALUES ('delete', OLD.rowid, OLD.plate_number);
  INSERT INTO sales_trigrams (rowid, plate_number) VALUES (NEW.rowid, NEW.plate_number);
END;
