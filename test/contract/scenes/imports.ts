/** The actions of uploaded lists and of the headings that are remembered. */
import type { Database } from '#data/tables.ts'
import { chooseImport } from '#services/import/desk-import.ts'
import { forgetHeading, listRememberedHeadings } from '#services/import/heading-memory.ts'
import {
  createImport,
  findImport,
  removeImport,
  removeOldImports,
  replaceImportFile,
  type StoredImport,
  UNCHOSEN,
} from '#services/import/import-store.ts'
import type { Scenes } from './scene.ts'

const ANN = { person: 'Ann', via: 'desk' } as const
const DAY_MS = 86_400_000
const file = { name: 'stock.csv', content: Buffer.from('Registration,Price\nAB 12,100\n') }

const upload = (database: Database, now = new Date()) => createImport(database, ANN, file, now)

async function uploaded(quiet: Database): Promise<StoredImport> {
  const stored = await findImport(quiet, await upload(quiet))
  if (!stored) throw new Error('There is no such list')
  return stored
}

const choices = { ...UNCHOSEN, columns: { Reg: 'plate_number', Trade: '-' } }
const tomorrow = () => new Date(Date.now() + DAY_MS + 60_000)

export const IMPORT_SCENES = {
  'choose for a list': [
    async (quiet) => {
      const stored = await uploaded(quiet)
      return (database) => chooseImport(database, ANN, stored, choices)
    },
  ],
  'discard a list': [
    async (quiet) => {
      const { id } = await uploaded(quiet)
      return (database) => removeImport(database, id)
    },
  ],
  'forget a heading': [
    async (quiet) => {
      await chooseImport(quiet, ANN, await uploaded(quiet), choices)
      const [heading] = await listRememberedHeadings(quiet)
      return (database) => forgetHeading(database, heading?.id ?? '')
    },
  ],
  'remove old lists': [
    async (quiet) => {
      await upload(quiet)
      return (database) => removeOldImports(database, tomorrow())
    },
  ],
  'replace a list': [
    async (quiet) => {
      const stored = await uploaded(quiet)
      const corrected = { name: 'stock-2.csv', content: Buffer.from('Registration,Price\nAB 12,200\n') }
      return (database) => replaceImportFile(database, stored, corrected)
    },
  ],
  'upload a list': [
    async (quiet) => {
      await upload(quiet)
      return (database) => upload(database, tomorrow())
    },
  ],
} satisfies Scenes
