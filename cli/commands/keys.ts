/** The keys of the embedded backend, and those of a PostgREST of the dealer's own. */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { rotateKeys } from '../../db/embedded.ts'
import { signToken } from '../../packages/sqlite-rest/auth.ts'
import { command, type Group } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
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
    const { env, isEmbedded, record } = backend()
    if (!isEmbedded)
      throw new CliError(
        'The keys of a hosted backend are changed where it is hosted; then set BACKEND_ANON_KEY and BACKEND_SERVICE_KEY.',
      )
    if (!values.yes) {
      if (!terminal.isInteractive)
        throw new UsageError('The old keys will be worth nothing: say so with --yes.')
      if (!readYesNo(await terminal.ask('Make new keys? The old ones will be worth nothing.', 'no')))
        return terminal.out('The keys are as they were.')
    }
    await record('new keys made')
    rotateKeys(env.DATA_DIR)
    terminal.out('There are new keys. Restart the site now: until then it takes the old ones alone.')
  },
})

const make = command({
  name: 'make',
  summary: 'make the secrets of a PostgreSQL and a PostgREST of your own',
  usage: '[<file>]',
  argumentCount: [0, 1],
  details: [
    'The settings that deploy/compose.yaml asks for: two passwords, the secret that keys are signed with, both keys,',
    'and the addresses of a trial on this machine. Without a file they go to standard output. A file that is there',
    'is left alone: a database knows its passwords, and new ones would not open it.',
  ].join('\n'),
  examples: ['keys make deploy/.env'],
  async run({ positionals, terminal }) {
    const [path] = positionals
    const settings = makeSettings()
    if (path === undefined) return terminal.out(settings)
    try {
      writeFileSync(path, `${settings}\n`, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') throw new CliError(`${path} is there already, and stays as it is.`)
      if (code === 'ENOENT' || code === 'ENOTDIR')
        throw new CliError(`${path} cannot be made: there is no such folder.`)
      throw error
    }
    terminal.out(`The settings are in ${path}, closed to others. Keep a copy where you keep passwords.`)
  },
})

/** Letters and digits alone, which need no quoting in an address, a shell or a YAML file. */
function makeSettings(): string {
  const secret = randomBytes(32).toString('hex')
  return [
    '# Where browsers find the site and the contract: your own addresses instead of these.',
    'SITE_URL=http://localhost:3000',
    'BACKEND_URL=http://localhost:3001/',
    '',
    "# PostgreSQL's superuser, and the role that PostgREST connects as.",
    `POSTGRES_PASSWORD=${randomBytes(24).toString('hex')}`,
    `AUTHENTICATOR_PASSWORD=${randomBytes(24).toString('hex')}`,
    '',
    '# What the keys are signed with; the key that everybody may have; the one that opens everything.',
    `JWT_SECRET=${secret}`,
    `BACKEND_ANON_KEY=${signToken({ role: 'anon' }, secret)}`,
    `BACKEND_SERVICE_KEY=${signToken({ role: 'service_role' }, secret)}`,
  ].join('\n')
}

export const keyCommands: Group = {
  name: 'keys',
  summary: 'the keys of the backend',
  commands: [rotate, make],
}
