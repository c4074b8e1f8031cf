import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { rotateKeys } from '#db/embedded.ts'
import { confirm } from '../confirm.ts'
import { command, type Group } from '../define-command.ts'
import { CliError } from '../errors.ts'

const rotate = command({
  name: 'rotate',
  summary: 'make new keys for the embedded backend',
  details: [
    'The old keys stop working when the site is restarted, and open pages must then be reloaded. The keys are stored',
    'in DATA_DIR/keys.json and never shown.',
  ],
  examples: ['keys rotate'],
  options: { yes: { type: 'boolean', short: 'y', help: 'do not ask' } },
  async run({ values, terminal, backend }) {
    const { env, isEmbedded, record } = backend()
    if (!isEmbedded)
      throw new CliError(
        'Over PostgreSQL the public key is changed by PUBLIC_KEY_SECRET (docs/operations/hosted.md).',
      )
    const isConfirmed = await confirm(terminal, {
      yes: values.yes,
      consequence: 'The old keys will stop working',
      question: 'Make new keys? The old ones will stop working.',
    })
    if (!isConfirmed) return terminal.out('The keys have not been changed.')
    await record('new keys made')
    rotateKeys(env.DATA_DIR)
    terminal.out('There are new keys. Restart the site now: until then it accepts only the old ones.')
  },
})

const make = command({
  name: 'make',
  summary: 'make the passwords and the secret for PostgreSQL',
  usage: '[<file>]',
  details: [
    'The settings that deploy/compose.yaml needs: four passwords, the secret that signs the public key, and the address',
    'for a trial on this machine. Writes to standard output if no file is named. An existing file is not overwritten,',
    'because its passwords are set in the database.',
  ],
  examples: ['keys make deploy/.env'],
  async run({ positionals, terminal }) {
    const [path] = positionals
    const settings = makeSettings()
    if (path === undefined) return terminal.out(settings)
    try {
      writeFileSync(path, `${settings}\n`, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') throw new CliError(`${path} exists and has not been changed.`)
      if (code === 'ENOENT' || code === 'ENOTDIR')
        throw new CliError(`${path} cannot be created: the folder does not exist.`)
      throw error
    }
    terminal.out(
      `The settings are in ${path}, which only you can read. Keep a copy where you keep passwords.`,
    )
  },
})

/** All values are letters and digits, which need no quoting in a URL, a shell or YAML. */
function makeSettings(): string {
  return [
    '# The public address of the site: replace it with your own.',
    'SITE_URL=http://localhost:3000',
    '',
    "# Passwords of PostgreSQL's superuser, and of the roles of the site, of its visitors and of backups.",
    ...['POSTGRES', 'SITE', 'PUBLIC', 'BACKUP'].map(
      (role) => `${role}_PASSWORD=${randomBytes(24).toString('hex')}`,
    ),
    '',
    '# Signs the public key, with which browsers read; the same on all servers.',
    `PUBLIC_KEY_SECRET=${randomBytes(32).toString('hex')}`,
  ].join('\n')
}

export const keyCommands: Group = {
  name: 'keys',
  summary: 'the keys of the backend',
  commands: [rotate, make],
}
