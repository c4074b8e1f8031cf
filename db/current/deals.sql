-- A deal goes with its enquiry, except one with money in it or that the firm keeps for its accounts: of that the name and the
-- amounts stay, and one that has not ended goes on.
CREATE TRIGGER enquiries_removed_deals AFTER DELETE ON enquiries BEGIN
  DELETE FROM deals WHERE enquiry_id = OLD.id AND is_kept = 0
    AND NOT EXISTS (SELECT 1 FROM deal_payments WHERE deal_id = deals.id);
  UPDATE deals SET vehicle_reference = NULL, nominee = NULL, tracking_number = NULL, holder = NULL
  WHERE enquiry_id = OLD.id;
END;
-- What somebody has agreed to buy is not for sale to others. The text of the error is the name of the constraint, as in
-- people.sql; services/deals/standing.ts (isHolding) has the same rule.
CREATE TRIGGER plates_insert_held BEFORE INSERT ON plates WHEN NEW.is_available AND EXISTS (
  SELECT 1 FROM deals WHERE plate_number = NEW.plate_number AND plate_id = NEW.id
    AND kind = 'sale' AND agreed_on IS NOT NULL AND lapsed_on IS NULL AND outcome IS NULL
) BEGIN
  SELECT RAISE(ABORT, 'held');
END;
CREATE TRIGGER plates_update_held BEFORE UPDATE OF is_available ON plates WHEN NEW.is_available AND NOT OLD.is_available AND EXISTS (
  SELECT 1 FROM deals WHERE plate_number = NEW.plate_number AND plate_id = NEW.id
    AND kind = 'sale' AND agreed_on IS NOT NULL AND lapsed_on IS NULL AND outcome IS NULL
) BEGIN
  SELECT RAISE(ABORT, 'held');
END;
