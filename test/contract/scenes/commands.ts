/** What commands note that change no table, and the steps of a move. */
import { COPIED_TABLES } from '#cli/move/tables.ts'
import { insertMissingRows } from '#data/stored-rows.ts'
import { action } from '#services/action.ts'
import { noteChange } from '#services/audit/audit-log.ts'
import { pauseSending, resumeSending } from '#services/mail/sending.ts'
import type { Scenes } from './scene.ts'

const ANN = { person: 'ann', via: 'office' } as const
const MOVED = { kind: 'moved', other: 'db.plates.test:5432/plateworthy', at: '2026-11-01T10:00:00Z' } as const
const SALE = {
  sale_year: 2020,
  selection: 'reported',
  created_at: '2026-03-01T10:00:00.123456+00:00',
  updated_at: '2026-03-01T10:00:00.123456+00:00',
}

export const COMMAND_SCENES = {
  'copy rows': [
    async () => (database) => {
      const { columns = [] } = COPIED_TABLES.find(({ name }) => name === 'sales') ?? {}
      const rows = [1, 2].map((number) => ({
        ...SALE,
        id: `00000000-0000-4000-8000-00000000000${number}`,
        plate_number: `AB ${number}`,
      }))
      return action(database, 'copy rows', (transaction) =>
        insertMissingRows(transaction, 'sales', columns, rows),
      )
    },
  ],
  'note a command': [
    async () => (database) =>
      action(database, 'note a command', (transaction) =>
        noteChange(transaction, ANN, 'keys rotate', 'new keys made'),
      ),
  ],
  'pause sending': [async () => (database) => pauseSending(database, MOVED)],
  'resume sending': [
    async (quiet) => {
      await pauseSending(quiet, MOVED)
      return (database) => resumeSending(database, ANN)
    },
    async (quiet) => {
      await pauseSending(quiet, MOVED)
      return (database) => resumeSending(database)
    },
  ],
} satisfies Scenes
