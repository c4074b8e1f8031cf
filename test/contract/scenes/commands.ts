/** What commands note that change no table. */
import { action } from '#services/action.ts'
import { noteChange } from '#services/audit/audit-log.ts'
import type { Scenes } from './scene.ts'

export const COMMAND_SCENES = {
  'note a command': [
    async () => (database) =>
      action(database, 'note a command', (transaction) =>
        noteChange(transaction, { person: 'ann', via: 'office' }, 'keys rotate', 'new keys made'),
      ),
  ],
} satisfies Scenes
