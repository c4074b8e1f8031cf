/** The host of SMTP_URL without brackets; null without a mail server. */
export function smtpHostOf({ SMTP_URL }: { SMTP_URL?: string }): string | null {
  return SMTP_URL ? new URL(SMTP_URL).hostname.replace(/^\[|\]$/g, '') : null
}
