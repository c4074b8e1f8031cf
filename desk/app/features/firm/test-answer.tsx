import type { TestMailResult } from '../../../../services/mail/test-mail.ts'

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
            {server} accepted the mail to {result.to}, and answers for it from now on. See that it has
            arrived, and not among the spam.
          </p>
          <p className="server-words">
            In its words: <code>{result.said}</code>
          </p>
        </div>
      )
    case 'refused':
      return (
        <div className="desk-note" data-kind="error">
          <p>
            The mail to {result.to} was not sent. {result.advice}
          </p>
          <p className="server-words">
            {['connect', 'encryption'].includes(result.step) ? 'What went wrong: ' : 'In its words: '}
            <code>{result.said}</code>
          </p>
        </div>
      )
    case 'file':
      return (
        <p className="desk-note">
          No mail server is set up, so the mail was not sent. It is a file that a mail program opens:{' '}
          <code>
            {folder}/{result.fileName}
          </code>
        </p>
      )
    case 'slow-down':
      return (
        <p className="desk-note" data-kind="error">
          That was enough for now: the next test mail can be sent in{' '}
          {Math.ceil(result.retryAfterSeconds / 60)} minutes.
        </p>
      )
    case 'invalid':
      return null
  }
}
