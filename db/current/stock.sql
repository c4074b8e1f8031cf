CREATE TRIGGER plates_delete_details AFTER DELETE ON plates BEGIN
  DELETE FROM plate_details WHERE id = OLD.id;
END;
-- An article says which plates are sold, and one that was withdrawn can be sold without a change of its public row.
CREATE TRIGGER plate_details_insert_version AFTER INSERT ON plate_details WHEN NEW.status = 'sold' BEGIN
  UPDATE data_version SET version = version + 1, stock = stock + 1;
END;
CREATE TRIGGER plate_details_update_version AFTER UPDATE OF status ON plate_details
WHEN NEW.status <> OLD.status AND 'sold' IN (NEW.status, OLD.status) BEGIN
  UPDATE data_version SET version = version + 1, stock = stock + 1;
END;
-- The page of a plate for sale may say when its document was checked.
CREATE TRIGGER plate_details_insert_document_version AFTER INSERT ON plate_details
WHEN NEW.document_checked_on IS NOT NULL BEGIN
  UPDATE data_version SET version = version + 1, stock = stock + 1;
END;
CREATE TRIGGER plate_details_update_document_version
AFTER UPDATE OF document, document_expires_on, document_checked_on ON plate_details
WHEN NEW.document_checked_on IS NOT NULL OR OLD.document_checked_on IS NOT NULL BEGIN
  UPDATE data_version SET version = version + 1, stock = stock + 1;
END;

-- services/stock/plate-status.ts has the same rule for the status.
CREATE VIEW stock AS
  SELECT
    plates.*,
    CASE
      WHEN is_available THEN 'for_sale'
      WHEN coalesce(status, 'for_sale') = 'for_sale' THEN 'withdrawn'
      ELSE status
    END AS status,
    reserved_until, reserved_for, reserved_deal, cost, bought_on, document, document_number, document_expires_on, notes,
    sold_price, sold_on, recorded_sale, document_checked_on,
    upper(replace(replace(replace(replace(plate_number, ' ', ''), '-', ''), '.', ''), '*', '')) AS plate_compact
  FROM plates LEFT JOIN plate_details ON plate_details.id = plates.id;
CREATE VIEW stock_counts AS SELECT status, count(*) AS plates FROM stock GROUP BY status;
