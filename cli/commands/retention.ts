import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { applyRetention, describeSuspension, readRetention } from '#services/retention/retention.ts'
import { plural } from '#shared/text/format.ts'
import { CALL, command } from '../define-command.ts'
import type { Terminal } from '../terminal.ts'

export const retention = command({
  name: 'retention',
  summary: 'count the enquiries due for removal, or remove them with --confirm',
  details: [
    'The running site removes them itself, unless its clock is more than 30 days later than when it last ran: then the',
    'clock may be wrong, and nothing is removed until you confirm that it is right.',
  ],
  examples: ['enquiries retention', 'enquiries retention --confirm'],
  options: {
    confirm: { type: 'boolean', help: "confirm that this machine's clock is right, and remove them" },
  },
  async run({ values, terminal, backend }) {
    const { database, env, readSettings, record, eraseDeleted } = backend()
    const now = new Date()
    const { privateSettings } = await readSettings()
    const months = privateSettings.retentionMonths
    const options = { database, dataDir: env.DATA_DIR, months, now }
    const state = await readRetention(options)
    const due = `${plural(state.enquiries, 'enquiry', 'enquiries')} and ${plural(state.files, 'file')} of ${months} months and more (before ${state.limit.toISOString().slice(0, 10)})`
    if (!values.confirm) {
      terminal.out(`To be removed: ${due}.`)
      if (state.jumpedSince && state.enquiries + state.files > 0)
        terminal.note(`${describeSuspension(state, now)}: ${CALL} enquiries retention --confirm`)
      return
    }
    await record(
      `${plural(state.enquiries, 'enquiry', 'enquiries')} removed because of their age, and the clock confirmed`,
    )
    await applyRetention(options, { isConfirmed: true })
    terminal.out(`Removed ${due}.`)
    noteRemainingCopies(terminal, await eraseDeleted(), env.DATA_DIR)
  },
})

export function noteRemainingCopies(terminal: Terminal, isErased: boolean, dataDir: string): void {
  if (!isErased)
    terminal.note(
      'Another program is reading the database, so its log still has the removed data: the site erases it within ten minutes, or at its next start.',
    )
  const replaced = join(dataDir, 'replaced')
  if (existsSync(replaced))
    terminal.note(
      `${replaced} has databases from before a restore, with the enquiries of that time: remove them.`,
    )
}
