/**
 * An action is what a person, a command, a job or a form does: one transaction with its writes, its entry in the audit trail and its
 * mails in the outbox. `action` alone opens transactions (lint holds that), and only for what is listed here. A test lets every
 * statement of every action fail in turn, and compares all tables (test/contract/actions.test.ts).
 */
import { DataFault } from '#data/data-fault.ts'
import { inTransaction } from '#data/in-transaction.ts'
import type { Database, Transaction } from '#data/tables.ts'

export interface Action {
  /** The actions before it whose effect stays if it fails: what must work once only, or would hold the writer for long. */
  spends?: readonly string[]
  /** What it has written is removed again within it. */
  leavesNothing?: boolean
  /** Why it is written in several transactions. */
  batchedBecause?: string
}

const CHALLENGE = ['take a challenge']
const CODE = ['take a code of an app', 'take a recovery code']

/** See `changeInParts` in services/changes/write-changes.ts. */
const LONG_ON_SQLITE =
  'on SQLite, 26,000 sales at once would keep everybody who writes waiting for more than two seconds'

export const ACTIONS = {
  'change settings': {},

  'count page views': {},
  'count unmet searches': {},
  'remove old counts': {},

  'ask for an alert': {},
  'change the frequency of an alert': {},
  'claim changes of the stock': {},
  'note that alerts are read': {},
  'queue alerts': { spends: ['claim changes of the stock'] },
  'remove expired alerts': {},
  'start an alert': {},
  'stop an alert': {},
  'stop the alerts of an address': {},

  'cancel a schedule': {},
  'copy an article that ships': {},
  'create a preview link': {},
  'move an article': {},
  'publish a scheduled article': {},
  'publish an article': {},
  'remove an article': {},
  'save an article': {},
  'schedule an article': {},
  'start an article': {},
  'turn off a preview link': {},
  'withdraw an article': {},

  'add a picture': {},
  'remove a picture': {},

  'accept an invitation': { spends: CHALLENGE },
  'add a passkey': { spends: CHALLENGE },
  'change a password': {},
  'change a role': {},
  'create the first link': {},
  'end a session': {},
  'end sessions': {},
  'give a second factor': { spends: [...CHALLENGE, ...CODE] },
  'invite a person': {},
  'note a restore': {},
  'note that a session is used': {},
  'remove a passkey': {},
  'remove a person': {},
  'remove an app': {},
  'remove expired sign-ins': {},
  'rename a passkey': {},
  'rename a person': {},
  'renew recovery codes': {},
  'reset a sign-in': {},
  'revoke a session': {},
  'set up an app': { spends: CHALLENGE },
  'sign in with a passkey': { spends: CHALLENGE },
  'sign in with a password': {},
  'store a challenge': {},
  'take a challenge': {},
  'take a code of an app': {},
  'take a recovery code': {},
  'warn of a used code': {},
  'withdraw an invitation': {},

  'choose for a list': {},
  'discard a list': {},
  'forget a heading': {},
  'remove old lists': {},
  'replace a list': {},
  'upload a list': {},

  'end a quote': {},
  'lapse a deal': {},
  'make a quote': {},
  'take a step of a deal': {},

  'copy rows': {
    batchedBecause:
      'a move reads one database and writes to another, and goes on after a failure where it stopped',
  },
  'note a command': {},
  'pause sending': {},
  'resume sending': {},

  'add an entry to an enquiry': {},
  'answer an enquiry': {},
  'change an enquiry': {},
  'create a digest': {},
  'export enquiries': {},
  'forget a person': {},
  'lease a mail': {},
  'mark a mail as sent': {},
  'note a test mail': {},
  'release a mail': {},
  'remove an empty digest': {},
  'remove expired enquiries': {},
  'send a mail again': {},
  'send an enquiry again': {},
  'store an enquiry': {},
  'take an enquiry by telephone': {},
  'try to store an enquiry': { leavesNothing: true },
  'change a recorded sale': {},
  'change plates': {},
  'import a list': { batchedBecause: LONG_ON_SQLITE },
  'remove kept changes': {},
  'sell a plate': {},
  'undo a change of sales': { batchedBecause: LONG_ON_SQLITE },
  'undo a change of stock': {},
} as const satisfies Record<string, Action>

export type ActionName = keyof typeof ACTIONS

/** Two actions that wait for one another, of which PostgreSQL ends one. */
const DEADLOCK = '40P01'
const MAX_TRIES = 3

/**
 * Commits what `work` has written; nothing of it if it throws, or if its result is a refusal, `{ ok: false }`. It may run again, so
 * that it changes nothing but the database.
 */
export async function action<Result>(
  database: Database,
  name: ActionName,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await inTransaction(database, name, async (transaction) => {
        const result = await work(transaction)
        if (isRefusal(result)) throw new Refused(result)
        return result
      })
    } catch (error) {
      if (error instanceof Refused) return error.refusal as Result
      const isDeadlock = error instanceof DataFault && error.code === DEADLOCK
      if (!isDeadlock || tries === MAX_TRIES) throw error
    }
}

const isRefusal = (result: unknown): boolean => (result as { ok?: unknown } | null | undefined)?.ok === false

class Refused extends Error {
  readonly refusal: unknown

  constructor(refusal: unknown) {
    super('Refused')
    this.refusal = refusal
  }
}
