-- The sales that a price is compared with. The expressions are those of the indexes, so that these are used.
CREATE VIEW sales_comparable AS
  SELECT
    id, plate_number, where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis,
    selection, source_url, note,
    CASE plate_system
      WHEN 'dateless' THEN trim(plate_compact, '0123456789')
      WHEN 'suffix' THEN substr(plate_compact, 1, 3)
      WHEN 'prefix' THEN substr(plate_compact, -3)
      WHEN 'current' THEN substr(plate_compact, -3)
    END AS plate_letters,
    plate_system, plate_shape,
    CASE WHEN plate_shape IS NOT NULL THEN CAST(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') AS INTEGER) END AS plate_figures
  FROM sales
  WHERE hammer_price > 0 AND price_basis IS NOT 'unclear';
CREATE TRIGGER sales_insert_trigrams AFTER INSERT ON sales BEGIN
  INSERT INTO sales_trigrams (rowid, plate_folded) VALUES (NEW.rowid, NEW.plate_folded);
END;
CREATE TRIGGER sales_delete_trigrams AFTER DELETE ON sales BEGIN
  INSERT INTO sales_trigrams (sales_trigrams, rowid, plate_folded) VALUES ('delete', OLD.rowid, OLD.plate_folded);
END;
CREATE TRIGGER sales_update_trigrams AFTER UPDATE OF plate_number ON sales
WHEN OLD.plate_folded IS NOT NEW.plate_folded BEGIN
  INSERT INTO sales_trigrams (sales_trigrams, rowid, plate_folded) VALUES ('delete', OLD.rowid, OLD.plate_folded);
  INSERT INTO sales_trigrams (rowid, plate_folded) VALUES (NEW.rowid, NEW.plate_folded);
END;
CREATE TRIGGER sales_counts_emptied AFTER UPDATE OF sales ON sales_counts WHEN NEW.sales = 0 BEGIN
  DELETE FROM sales_counts WHERE rowid = NEW.rowid;
END;
CREATE TRIGGER sales_insert_count AFTER INSERT ON sales BEGIN
  INSERT INTO sales_counts (where_sold, category, type, selection, sale_year, sales)
    VALUES (NEW.where_sold, NEW.category, NEW.type, NEW.selection, NEW.sale_year, 1)
    ON CONFLICT (sale_year, coalesce(where_sold, x''), coalesce(category, x''), coalesce(type, x''), selection)
    DO UPDATE SET sales = sales + 1;
END;
CREATE TRIGGER sales_delete_count AFTER DELETE ON sales BEGIN
  UPDATE sales_counts SET sales = sales - 1
    WHERE sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'')
      AND selection = OLD.selection;
END;
CREATE TRIGGER sales_update_count AFTER UPDATE OF where_sold, category, type, selection, sale_year ON sales
WHEN OLD.where_sold IS NOT NEW.where_sold OR OLD.category IS NOT NEW.category OR OLD.type IS NOT NEW.type
  OR OLD.selection IS NOT NEW.selection OR OLD.sale_year IS NOT NEW.sale_year
BEGIN
  INSERT INTO sales_counts (where_sold, category, type, selection, sale_year, sales)
    VALUES (NEW.where_sold, NEW.category, NEW.type, NEW.selection, NEW.sale_year, 1)
    ON CONFLICT (sale_year, coalesce(where_sold, x''), coalesce(category, x''), coalesce(type, x''), selection)
    DO UPDATE SET sales = sales + 1;
  UPDATE sales_counts SET sales = sales - 1
    WHERE sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'')
      AND selection = OLD.selection;
END;

-- A sale as the explorer lists it: text in the order of its lower-case letters, and the columns of a search.
CREATE VIEW sales_listed AS
  SELECT
    id, plate_number, where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis,
    selection, source_url, note, lower(plate_number) AS plate_order, plate_compact, plate_folded, 0 AS search_order
  FROM sales;

-- The same sales, found by their kinds: for a filter that few of them pass.
CREATE VIEW sales_of_kinds AS
  SELECT
    id, plate_number, kind.where_sold, kind.type, kind.category, kind.sale_year, sale_month, hammer_price, total_price,
    price_basis, kind.selection, source_url, note, lower(plate_number) AS plate_order, plate_compact, plate_folded
  FROM sales_counts AS kind
  CROSS JOIN sales AS sale INDEXED BY sales_by_kind
    ON sale.sale_year = kind.sale_year AND sale.where_sold IS kind.where_sold AND sale.category IS kind.category
      AND sale.type IS kind.type AND sale.selection = kind.selection;

CREATE VIEW jersey_sales_listed AS
  SELECT
    id, plate_number, total_price, where_sold, sale_year, sale_month, price_basis, selection, source_url, note,
    lower(plate_number) AS plate_order, plate_compact, plate_folded,
    lower(trim(coalesce(where_sold, ''))) AS seller_order
  FROM jersey_sales;
-- Corrections are added and never changed, as on PostgreSQL by its grants (supabase/access.sql).
CREATE TRIGGER corrections_unchanged BEFORE UPDATE ON corrections BEGIN
  SELECT RAISE(ABORT, 'corrections is only added to');
END;
CREATE TRIGGER corrections_kept BEFORE DELETE ON corrections BEGIN
  SELECT RAISE(ABORT, 'corrections is only added to');
END;
