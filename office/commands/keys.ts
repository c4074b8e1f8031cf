/** The keys of the embedded backend. Those of a hosted one are changed where it is hosted. */
import { rotateKeys } from '../../backend/keys.ts'
import { command, type Group } from '../command.ts'
import { OfficeFault, UsageFault } from '../faults.ts'
import { readYesNo } from '../rows/fields.ts'

const rotate = command({
  name: 'rotate',
  summary: 'make new keys for the embedded backend',
  details: [
    'The old keys are worth nothing once the site has been restarted. Pages that are open in a browser then read',
    'again after they are reloaded. The keys stay in DATA_DIR/keys.json and are never shown.',
  ].join('\n'),
  examples: ['keys rotate'],
  options: { yes: { type: 'boolean', short: 'y', help: 'do not ask' } },
  async run({ values, terminal, backend }) {
    const { env, isEmbedded } = backend()
    if (!isEmbedded)
      throw new OfficeFault(
        'The keys of a hosted backend are changed where it is hosted; then set BACKEND_ANON_KEY and BACKEND_SERVICE_KEY.',
      )
    if (!values.yes) {
      if (!terminal.isInteractive)
        throw new UsageFault('The old keys will be worth nothing: say so with --yes.')
      if (!readYesNo(await terminal.ask('Make new keys? The old ones will be worth nothing.', 'no')))
        return terminal.out('The keys are as they were.')
    }
    rotateKeys(env.DATA_DIR)
    terminal.out('There are new keys. Restart the site now: until then it takes the old ones alone.')
  },
})

export const keyCommands: Group = { name: 'keys', summary: 'the keys of the backend', commands: [rotate] }
