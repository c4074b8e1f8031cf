-- A deal goes with its enquiry, except one that the firm keeps for its accounts: of that the name and the amounts stay. The
-- buyer's page shows nothing without its enquiry.
CREATE FUNCTION remove_deals() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  DELETE FROM public.deals WHERE enquiry_id = OLD.id AND NOT is_kept;
  UPDATE public.deals
  SET outcome = coalesce(outcome, 'done'), vehicle_reference = NULL, nominee = NULL, tracking_number = NULL,
    ended_at = coalesce(ended_at, updated_at)
  WHERE enquiry_id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER enquiries_removed_deals AFTER DELETE ON enquiries FOR EACH ROW EXECUTE FUNCTION remove_deals();
