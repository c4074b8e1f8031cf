import { readFileSync, truncateSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkSize, findPlaceholders } from '#cli/doctor/checks.ts'
import { describeSystemError } from '#cli/errors.ts'
import { escapeTerminal } from '#cli/escape-terminal.ts'
import { groups } from '#cli/registry.ts'
import { drawProgress } from '#cli/terminal.ts'
import { openBackend } from '#db/embedded.ts'
import { publishSnapshot } from '#services/archive/publish.ts'
import { STATEMENT_PAGES } from '#shared/text/statement-pages.ts'
import { AWAY } from '../broken-backend.ts'
import { addManySales } from '../fill-sales.ts'
import { addRows, deleteRows } from '../rows.ts'
import { openTestCli, spawnCli } from './open-cli.ts'

const paths = groups.flatMap((group) => group.commands.map(({ name }) => [group.name, name].filter(Boolean)))

it('the help lists every command, and exits with 0 if it was requested', async () => {
  const office = openTestCli()
  const asked = await office.run('--help')
  expect(asked.code).toBe(0)
  for (const { name } of groups) expect(asked.all).toContain(name)
  expect((await office.run()).code).toBe(2)
  const group = await office.run('plates', '--help')
  expect(group.code).toBe(0)
  for (const name of ['import', 'export', 'clear-demo']) expect(group.all).toContain(`plates ${name}`)
  expect((await office.run('sales')).code).toBe(2)
})

it('the help of every command has a description, its arguments, and an example or its options', async () => {
  const office = openTestCli()
  for (const path of paths) {
    const name = path.filter((word) => word !== undefined).join(' ')
    const { code, out } = await office.run(...name.split(' '), '--help')
    expect([name, code]).toEqual([name, 0])
    expect(out[0]?.length, name).toBeGreaterThan(10)
    expect(out.join('\n')).toContain(`npm run office -- ${name}`)
    expect(out.join('\n'), name).toContain('--help')
    for (const line of out) expect(line.length, line).toBeLessThanOrEqual(120)
  }
})

it('the help is mentioned if a command is unknown', async () => {
  const office = openTestCli()
  for (const [args, expected] of [
    [['plate'], 'There is no command “plate”. See: npm run office -- --help'],
    [['plates', 'exprot'], 'There is no command “plates exprot”. See: npm run office -- plates --help'],
    [['plates', 'export', '--al'], "Unknown option '--al'. See: npm run office -- plates export --help"],
    [['backup'], 'Missing argument: <file|folder>. See: npm run office -- backup --help'],
    [
      ['plates', 'import', 'my', 'list.csv'],
      'Unexpected argument “list.csv”: put quotation marks round an argument with spaces.',
    ],
    [['sales', 'import', 'x.csv', '--month'], "Option '--month <value>' argument missing"],
    [['doctor', 'please'], 'Unexpected argument “please”.'],
  ] as const) {
    const { code, all } = await office.run(...args)
    expect([code, all]).toEqual([2, expect.stringContaining(expected)])
  }
})

it('the help is in the manual', () => {
  const manual = readFileSync(new URL('../../docs/operations/commands.md', import.meta.url), 'utf8')
  for (const path of paths) expect(manual).toContain(path.join(' '))
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

describe('the doctor', () => {
  const ready = {
    SITE_URL: 'https://www.plates.test',
    ENQUIRIES_TO: 'sales@plates.test',
    ENQUIRIES_FROM: 'site@plates.test',
  }

  async function mailServer(): Promise<string> {
    const server = createServer((socket) => socket.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return `smtp://user:hunter2@127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('the doctor finds a fresh site not ready for business, says why, and exits with 1', async () => {
    const { code, all } = await openTestCli().run('doctor')
    expect(code).toBe(1)
    for (const expected of [
      'SITE_URL is not set',
      'SMTP_URL, ENQUIRIES_TO, ENQUIRIES_FROM not set',
      'site.config.ts still has sample values',
      'company number 00000000',
      '40 plates are on sale from the demonstration stock',
      'There are no static exports',
      ...STATEMENT_PAGES.flatMap(({ title, statements }) => [
        `no page “${title}”`,
        ...Object.values(statements).map(({ heading }) => heading),
      ]),
      'Not ready to trade: 5 errors to solve.',
    ])
      expect(all).toContain(expected)
  })

  it('the doctor reports only the samples of site.config.ts for a site that is otherwise ready, and shows no secret', async () => {
    const office = openTestCli({ ...ready, SMTP_URL: await mailServer() })
    await office.run('plates', 'clear-demo', '--yes')
    const list = office.file('stock.csv', 'plate,price,description\nAB 1,5,Short\n')
    await office.run('plates', 'import', list)
    await office.run('archive', 'publish')
    const { code, out, all } = await office.run('doctor')
    const errors = out.filter((line) => line.includes('ERROR'))
    expect(errors).toEqual([expect.stringContaining('site.config.ts')])
    expect([code, out.at(-1)]).toEqual([1, 'Not ready to trade: 1 error to solve.'])
    expect(all).toContain('Enquiries go to sales@plates.test through 127.0.0.1.')
    expect(all).not.toContain('hunter2')
    const keys = JSON.parse(readFileSync(join(office.environment.DATA_DIR as string, 'keys.json'), 'utf8'))
    for (const secret of Object.values(keys)) expect(all).not.toContain(secret)
  })

  it('the doctor checks the stock', async () => {
    const office = openTestCli(ready)
    await deleteRows(office.database, 'plates', { is_demonstration: true })
    await addRows(
      office.database,
      'plates',
      [
        { plate_number: 'AB2', price: 5, description: 'x' },
        { plate_number: 'AVI 2002', price: 5, description: ' ' },
        { plate_number: 'GONE', price: null, is_available: false },
      ].map((row) => ({ is_available: true, description: null, ...row })),
    )
    const { out } = await office.run('doctor')
    const text = out.join('\n')
    expect(text).toMatch(
      /warn {3}1 plate is of no known registration system\.\n +AVI 2002: Only Northern Ireland has three letters/,
    )
    expect(text).toMatch(/warn {3}1 plate is not in the usual spelling.*\n +AB2: usually AB 2/)
    expect(text).toMatch(/warn {3}1 plate is without a description\.\n +AVI 2002\n/)
    expect(text).not.toContain('GONE')
  })

  it('the doctor doubts a total that does not fit its hammer price', async () => {
    const office = openTestCli()
    expect((await office.run('doctor')).all).not.toContain('may be wrong')
    const list = office.file(
      'sales.csv',
      'plate_number,where_sold,sale_year,sale_month,hammer_price,total_price\nRR 2,Bonhams,2018,9,460000,460000\n',
    )
    await office.run('sales', 'import', list)
    const { out } = await office.run('doctor')
    expect(out.join('\n')).toMatch(
      /warn {3}1 sale has a total that may be wrong\.\n +RR 2, 2018: The total of £460,000/,
    )
  })
  it('the doctor checks the age and integrity of the static exports', async () => {
    const office = openTestCli(ready)
    const dataDir = office.environment.DATA_DIR as string
    const { folder } = await publishSnapshot(office.publicClient(), dataDir, daysAgo(40))
    expect((await office.run('doctor')).all).toContain(
      'ok     The static exports are 40 days old, and have the sales as they are on record.',
    )
    await deleteRows(office.database, 'sales', { plate_number: 'JB 1' })
    expect((await office.run('doctor')).all).toContain(
      'warn   The static exports are 40 days old, and the sales have changed since.',
    )
    truncateSync(join(folder, 'sales.json'))
    expect((await office.run('doctor')).all).toContain('sales.json does not match its checksum')
    await office.run('archive', 'publish')
    expect((await office.run('doctor')).all).toContain('ok     The static exports are from today, and have')
  })

  it('the doctor reports static exports of many sales that no timer has published for two days', async () => {
    const office = openTestCli(ready)
    const dataDir = office.environment.DATA_DIR as string
    await office.close()
    addManySales(dataDir)
    await publishSnapshot(office.publicClient(), dataDir, daysAgo(2))
    expect((await office.run('doctor')).all).toContain(
      'warn   The static exports are 2 days old. There are too many sales for the site to publish by itself',
    )
    await publishSnapshot(office.publicClient(), dataDir, daysAgo(1))
    expect((await office.run('doctor')).all).toContain('ok     The static exports are 1 day old.')
  })

  it('the doctor finds configuration errors and an unavailable backend', async () => {
    expect((await openTestCli({ PORT: 'x' }).run('doctor')).all).toContain('PORT must be a whole number')
    expect((await openTestCli(AWAY).run('doctor')).all).toContain(
      'The backend cannot be read: its database cannot be reached, because nothing listens at that address and port (connect ECONNREFUSED 127.0.0.1:9).',
    )
  })

  it('the doctor recommends PostgreSQL beyond 100,000 sales or 20,000 plates', () => {
    for (const [sales, plates, level] of [
      [100_000, 20_000, []],
      [100_001, 1, ['warning']],
      [1, 20_001, ['warning']],
    ] as const)
      expect([...checkSize(sales, plates)].map((finding) => finding.level)).toEqual(level)
  })

  it('the doctor also finds samples whose marker was removed', () => {
    expect(findPlaceholders("email: 'a@b.co.uk',\nphone: '1', // SAMPLE\n")).toEqual(["line 2: phone: '1',"])
    expect(findPlaceholders("email: 'hello@plateworthy.example',")).toHaveLength(1)
    expect(findPlaceholders('company number 00000000 (sample)')).toHaveLength(1)
    expect(findPlaceholders(' * The lines marked SAMPLE are\n * `// SAMPLE`\n')).toEqual([])
  })
})

it('the keys are new after a rotation, never shown, and the old ones are rejected', async () => {
  const office = openTestCli()
  const dataDir = office.environment.DATA_DIR as string
  const read = () => readFileSync(join(dataDir, 'keys.json'), 'utf8')
  await office.run('audit') // makes the first keys
  const before = JSON.parse(read())
  expect((await office.run('keys', 'rotate')).code).toBe(2)
  expect((await office.runInteractive(['no'], 'keys', 'rotate')).out).toEqual([
    'The keys have not been changed.',
  ])
  expect(JSON.parse(read())).toEqual(before)
  const { code, all } = await office.runInteractive(['yes'], 'keys', 'rotate')
  expect(code).toBe(0)
  const after = JSON.parse(read())
  for (const name of ['secret', 'anonKey']) {
    expect(after[name]).not.toBe(before[name])
    expect(all).not.toContain(after[name])
  }
  const restarted = openBackend({ dataDir })
  onTestFinished(() => restarted.close())
  const status = async (key: string) =>
    (await restarted.fetch(new Request('http://x/rest/v1/sales?limit=1', { headers: { apikey: key } })))
      .status
  expect([await status(before.anonKey), await status(after.anonKey)]).toEqual([401, 200])
})

it('the output of a command never contains terminal control characters', () => {
  expect(escapeTerminal('A\u001b[2J\u202e1\n')).toBe('A\\u001b[2J\\u202e1\\u000a')
  expect(escapeTerminal('x'.repeat(100), 10)).toBe(`${'x'.repeat(9)}…`)
})

it('the output of a command shows terminal control characters as escapes, in lists, JSON and errors', async () => {
  const office = openTestCli()
  const hostile = ['\u009b2J', '\u007f', '\u202e', '\u200b', '\u2028', '\u{e0001}']
  const name = `AB${hostile.join('')}`
  await addRows(office.database, 'audit', { person: name, command: 'x', change: name })
  const answers = [
    await office.run('audit', '--json'),
    await office.run('audit'),
    await office.run('plates', 'import', `/no/such/${name}.csv`),
    await office.run('plates', 'export', `--${name}`),
    await office.run(name),
    await office.run('plates', name),
  ]
  for (const { all } of answers) {
    for (const character of hostile) expect(all).not.toContain(character)
    expect(all).toContain('\\u009b')
  }
  expect(JSON.parse(answers[0]?.out.join('\n') ?? '')[0].change).toBe(name)
})

it('progress is shown as a bar on a terminal and as a plain line in a pipe', () => {
  const written = (isTerminal: boolean) => {
    let time = 0
    const texts: string[] = []
    const progress = drawProgress((text) => texts.push(text), {
      label: 'Reading',
      isTerminal,
      now: () => time,
    })
    for (time = 0; time <= 5_000; time += 50) progress.at(time, time / 5_000)
    progress.end()
    return texts
  }
  expect(written(false)).toEqual(['Reading: 2,000 rows, 40%\n', 'Reading: 4,000 rows, 80%\n'])
  expect(written(true)[4]).toBe('\r\u001b[KReading ██░░░░░░░░░░░░░░░░░░░░░░ 10% 500 rows')
  expect(written(true).at(-1)).toBe('\r\u001b[K')
})

it('the output of a command to a pipe is only the list, without headings or colours', async () => {
  const office = openTestCli()
  const { output, ended } = spawnCli(office, 'sales', 'export', '--jersey', '--format', 'json')
  expect(await ended).toEqual({ code: 0, signal: null })
  expect(JSON.parse(output.out)).toHaveLength(3)
  expect(output.notes).toMatch(/^Exported 3 Jersey sales from the database in .*\.\n$/)
})

it('a system error is shown as a sentence', () => {
  expect(describeSystemError({ code: 'ERR_SQLITE_ERROR', errcode: 13 })).toMatch(
    /^The disk is full, so nothing/,
  )
  expect(describeSystemError({ code: 'ERR_SQLITE_ERROR', errcode: 517 })).toMatch(
    /^Another program is writing/,
  )
  expect(describeSystemError({ code: 'EACCES', path: '/a' })).toBe('/a cannot be read or written (EACCES).')
  expect(describeSystemError(new TypeError('x is undefined'))).toBeNull()
})

it('an expected error is shown as a sentence without a stack trace', async () => {
  const office = openTestCli()
  office.environment.DATA_DIR = office.file('a-file', '')
  const { output, ended } = spawnCli(office, 'plates', 'export')
  expect(await ended).toEqual({ code: 1, signal: null })
  expect(output.out).toBe('')
  expect(output.notes).toMatch(/^DATA_DIR .*a-file cannot be written \(\w+\)[^\n]*\n$/)
})
