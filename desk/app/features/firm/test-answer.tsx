import type { TestMailResult } from '#services/mail/test-mail.ts'
import { plural } from '#shared/text/format.ts'

interface TestAnswerProps {
  result: TestMailResult
  server: string | null
  folder: string
}

/** Shows the result of a test email. */
export function TestAnswer({ result, server, folder }: TestAnswerProps) {
  switch (result.outcome) {
    case 'accepted':
      return (
        <div className="desk-note">
          <p>
            {server} accepted the e-mail to {result.to}. Check that it arrives, and not in the spam folder.
          </p>
          <p className="mt-1.5 text-note text-quiet">
            It said: <code>{result.said}</code>
          </p>
        </div>
      )
    case 'refused':
      return (
        <div className="desk-note" data-kind="error">
          <p>
            The e-mail to {result.to} was not sent. {result.advice}
          </p>
          <p className="mt-1.5 text-note text-quiet">
            {['connect', 'encryption'].includes(result.step) ? 'What went wrong: ' : 'It said: '}
            <code>{result.said}</code>
          </p>
        </div>
      )
    case 'file':
      return (
        <p className="desk-note">
          No mail server is set up, so the e-mail was not sent. It was saved as a file that a mail program can
          open:{' '}
          <code>
            {folder}/{result.fileName}
          </code>
        </p>
      )
    case 'slow-down':
      return (
        <p className="desk-note" data-kind="error">
          You have sent several test e-mails. You can send the next one in{' '}
          {plural(Math.ceil(result.retryAfterSeconds / 60), 'minute')}.
        </p>
      )
    case 'invalid':
      return null
  }
}
