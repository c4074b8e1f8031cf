-- Mails that tell a person of the desk what has changed in how the person signs in: as db/migrations has it for SQLite.
ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails
  ADD CONSTRAINT mails_kind_check
    CHECK (kind IN ('acknowledgement', 'confirmation', 'alert', 'reply', 'security-notice')),
  -- Of a security notice: whose sign-in it is about.
  ADD COLUMN person_id uuid,
  ADD CONSTRAINT mails_security_notice_check CHECK ((kind = 'security-notice') = (person_id IS NOT NULL));

-- A Jersey sale that comes on record is news for alerts, as one of the UK is (20261203000000_alerts.sql).
CREATE TRIGGER jersey_sales_new AFTER INSERT ON jersey_sales FOR EACH ROW EXECUTE FUNCTION note_new_sale();

NOTIFY pgrst, 'reload schema';
