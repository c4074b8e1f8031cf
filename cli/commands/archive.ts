import { publishSnapshot } from '#services/archive/publish.ts'
import { archivePath } from '#shared/sales/archive.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { plural } from '#shared/text/format.ts'
import { command, type Group } from '../define-command.ts'
import { formatUtc } from '../format-utc.ts'

const publish = command({
  name: 'publish',
  summary: `publish the sales as static exports (${EXPLORER_LIST.map(({ archive }) => archivePath(archive)).join(', ')})`,
  details: [
    'Replaces both exports at once. The running site serves the new ones within five minutes, and reads them itself',
    'when the backend is unavailable. Up to 5,000 sales it does this by itself after each change; above, a timer runs',
    'this command.',
  ],
  examples: ['archive publish'],
  async run({ terminal, backend }) {
    const { client, env, record } = backend()
    const { exports, exportedAt } = await publishSnapshot(client, env.DATA_DIR)
    await record(`static exports published as of ${exportedAt.slice(0, 19)}Z`)
    const counts = EXPLORER_LIST.map(({ archive, sale }) => plural(exports[archive].totalRecords, sale))
    terminal.out(`Published as of ${formatUtc(exportedAt)}: ${counts.join(', ')}.`)
  },
})

export const archiveCommands: Group = {
  name: 'archive',
  summary: 'the static exports of the sales',
  commands: [publish],
}
