-- What belongs to a row is removed with it.
CREATE TRIGGER articles_delete_parts AFTER DELETE ON articles
  FOR EACH ROW EXECUTE FUNCTION remove_parts('article_versions.article_id', 'article_addresses.article_id');
CREATE TRIGGER pictures_delete_files AFTER DELETE ON pictures
  FOR EACH ROW EXECUTE FUNCTION remove_parts('picture_files.picture_id');
CREATE TRIGGER deals_removed AFTER DELETE ON deals FOR EACH ROW EXECUTE FUNCTION remove_parts('deal_payments.deal_id');
CREATE TRIGGER enquiries_removed AFTER DELETE ON enquiries
  FOR EACH ROW EXECUTE FUNCTION remove_parts('enquiry_entries.enquiry_id', 'mails.enquiry_id');
CREATE TRIGGER people_removed AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION remove_parts(
  'passkeys.person_id', 'recovery_codes.person_id', 'invitations.person_id', 'sessions.person_id', 'challenges.person_id'
);
