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
