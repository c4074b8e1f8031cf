-- A deal goes with its enquiry, except one with money in it or that the firm keeps for its accounts: of that the name and the
-- amounts stay, and one that has not ended goes on.
CREATE FUNCTION remove_deals() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  DELETE FROM public.deals WHERE enquiry_id = OLD.id AND NOT is_kept
    AND NOT EXISTS (SELECT FROM public.deal_payments WHERE deal_id = deals.id);
  UPDATE public.deals SET vehicle_reference = NULL, nominee = NULL, tracking_number = NULL, holder = NULL
  WHERE enquiry_id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER enquiries_removed_deals AFTER DELETE ON enquiries FOR EACH ROW EXECUTE FUNCTION remove_deals();

-- What somebody has agreed to buy is not for sale to others. services/deals/standing.ts (isHolding) has the same rule.
CREATE FUNCTION keep_held_plates() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF EXISTS (
    SELECT FROM public.deals WHERE plate_number = NEW.plate_number AND plate_id = NEW.id
      AND kind = 'sale' AND agreed_on IS NOT NULL AND lapsed_on IS NULL AND outcome IS NULL
  ) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation',
      MESSAGE = 'new row for relation "plates" violates check constraint "plates_held_check"';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER plates_insert_held BEFORE INSERT ON plates
  FOR EACH ROW WHEN (NEW.is_available) EXECUTE FUNCTION keep_held_plates();
CREATE TRIGGER plates_update_held BEFORE UPDATE OF is_available ON plates
  FOR EACH ROW WHEN (NEW.is_available AND NOT OLD.is_available) EXECUTE FUNCTION keep_held_plates();
