/** What becomes of a reply without SMTP_URL (services/mail/mailer.ts). */
export const NOT_SENT = 'No mail server is set up: your reply is saved as a file and not sent.'
