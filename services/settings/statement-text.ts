import { requiredText } from './fields.ts'

export const MAX_STATEMENT_LENGTH = 2000

/** What does not fit a firm that owns what it sells. */
const REFUSED: readonly [words: RegExp, message: string][] = [
  [
    /\bsubject[\s-]+to[\s-]+availability\b/i,
    'Leave out “subject to availability”: you own every plate that you advertise.',
  ],
  [/\bno[\s-]+refunds\b/i, 'Leave out “no refunds”: say when you give a refund, and how much.'],
]

export const statementText = requiredText(MAX_STATEMENT_LENGTH, 'Write the statement.').superRefine(
  (text, context) => {
    for (const [words, message] of REFUSED)
      if (words.test(text)) context.addIssue({ code: 'custom', message })
  },
)
