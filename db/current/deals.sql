-- A deal goes with its enquiry, except one that the firm keeps for its accounts: of that the name and the amounts stay. The
-- buyer's page shows nothing without its enquiry.
CREATE TRIGGER enquiries_removed_deals AFTER DELETE ON enquiries BEGIN
  DELETE FROM deals WHERE enquiry_id = OLD.id AND is_kept = 0;
  UPDATE deals
  SET outcome = coalesce(outcome, 'done'), vehicle_reference = NULL, nominee = NULL, tracking_number = NULL,
    ended_at = coalesce(ended_at, updated_at)
  WHERE enquiry_id = OLD.id;
END;
