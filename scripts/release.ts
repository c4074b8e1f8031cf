/**
 * The steps of `npm version` (docs/promises.md): `check` before anything is changed, `write` once package.json has the new
 * version, whose files npm then commits and tags, and `done`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { noteReleased } from './released-migrations.ts'

const CHANGELOG = 'CHANGELOG.md'
const UNRELEASED = '## Unreleased\n'

const [, , step] = process.argv
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

if (step === 'done')
  process.stdout.write(`Version ${version} is committed and tagged. To publish it: git push --follow-tags\n`)
else {
  const changelog = readFileSync(CHANGELOG, 'utf8')
  if (!changelog.includes(UNRELEASED)) {
    process.stderr.write(
      `${CHANGELOG} has no section “Unreleased”: say there what a dealer or a visitor will notice.\n`,
    )
    process.exit(1)
  }
  if (step === 'write') {
    const today = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
    writeFileSync(CHANGELOG, changelog.replace(UNRELEASED, `## ${version}, ${today}\n`))
    noteReleased(version)
  }
}
