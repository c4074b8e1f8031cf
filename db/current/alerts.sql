CREATE TRIGGER plates_new AFTER INSERT ON plates
WHEN NEW.is_available = 1 AND EXISTS (SELECT 1 FROM alerts WHERE confirmed_at IS NOT NULL) BEGIN
  INSERT INTO stock_changes (kind, plate_number) VALUES ('new', NEW.plate_number);
END;
CREATE TRIGGER plates_new_again AFTER UPDATE OF is_available ON plates
WHEN NEW.is_available = 1 AND OLD.is_available = 0 AND EXISTS (SELECT 1 FROM alerts WHERE confirmed_at IS NOT NULL) BEGIN
  INSERT INTO stock_changes (kind, plate_number) VALUES ('new', NEW.plate_number);
END;
CREATE TRIGGER plates_repriced AFTER UPDATE OF price ON plates
WHEN NEW.price <> OLD.price AND NEW.is_available = 1 AND OLD.is_available = 1
  AND EXISTS (SELECT 1 FROM alerts WHERE confirmed_at IS NOT NULL) BEGIN
  INSERT INTO stock_changes (kind, plate_number, previous_price) VALUES ('price', NEW.plate_number, OLD.price);
END;
-- A sale from before last year is not news, even if it has only now been recorded.
CREATE TRIGGER sales_new AFTER INSERT ON sales
WHEN NEW.sale_year >= CAST(strftime('%Y', 'now') AS INTEGER) - 1
  AND EXISTS (SELECT 1 FROM alerts WHERE confirmed_at IS NOT NULL) BEGIN
  INSERT INTO stock_changes (kind, plate_number) VALUES ('sold', NEW.plate_number);
END;
CREATE TRIGGER jersey_sales_new AFTER INSERT ON jersey_sales
WHEN NEW.sale_year >= CAST(strftime('%Y', 'now') AS INTEGER) - 1
  AND EXISTS (SELECT 1 FROM alerts WHERE confirmed_at IS NOT NULL) BEGIN
  INSERT INTO stock_changes (kind, plate_number) VALUES ('sold', NEW.plate_number);
END;
