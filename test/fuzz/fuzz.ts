/**
 * Generated inputs. `npm test` sends 2,500 from a seed that changes with the commit, and `npm run fuzz` forty times as many
 * from a random one. Both print the seed. To reproduce a run, or to send more:
 *   FUZZ_SEED=123 npm test
 *   FUZZ_SEED=123 npm run fuzz
 *   FUZZ_SEED=123 FUZZ_TIMES=40 npx vitest run test/fuzz/rest.test.ts
 *   FUZZ_SALES=200000 FUZZ_TIMES=2 npx vitest run test/fuzz/rest.test.ts        over as many sales
 * An input that fails is kept as a fixed case of a test beside the code that it broke.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { onTestFinished } from 'vitest'

const COUNTS = 'test-results/fuzz'

/** `npm test` derives TEST_SEED from the commit. */
export const SEED = Number(process.env.FUZZ_SEED ?? process.env.TEST_SEED ?? 20_261_121)
const TIMES = Number(process.env.FUZZ_TIMES ?? 1)

export const IS_THOROUGH = TIMES >= 40

/** Scales the gate's number of inputs to this run. */
export const amountOf = (inGate: number) => Math.ceil(inGate * TIMES)

/** The limit of every test, for runs that send more than the gate. */
export const FUZZ_LIMIT = { timeout: 120_000 * Math.max(1, TIMES / 4) }

const LONGEST_MS = 1_000
/** Slow inputs are retried, since a busy machine is slow only once. */
const TRIES = 3

interface Fuzz {
  /** As in the summary: 'REST query strings'. */
  what: string
  file: string
}

interface Run<Input> {
  inputs: fc.Arbitrary<Input>
  amount: number
  firstBatch?: number
  /** @throws if the response is not acceptable */
  check(input: Input): void | Promise<void>
}

/** Counts the inputs of a test and writes the count when it ends. */
export function openFuzz({ what, file }: Fuzz) {
  let count = 0
  let longestMs = 0
  let slowest: unknown
  let asked = 0
  const notes: string[] = []
  onTestFinished(() => {
    if (longestMs > LONGEST_MS / 4) notes.push(`slowest: ${JSON.stringify(slowest).slice(0, 1_000)}`)
    const line = { what, count, longestMs: Math.round(longestMs), askedAgain: asked, seed: SEED }
    mkdirSync(COUNTS, { recursive: true })
    writeFileSync(`${COUNTS}/${what.replaceAll(' ', '-')}.json`, JSON.stringify(line))
    process.stdout.write(
      `fuzz: ${count.toLocaleString('en-GB')} ${what}, longest ${line.longestMs} ms, seed ${SEED}${notes.map((note) => `; ${note}`).join('')}\n`,
    )
  })

  /** Runs one input, with retries if it is slow. @throws if it is slow each time */
  async function within<Input>(input: Input, check: Run<Input>['check']): Promise<void> {
    let ms = 0
    for (let tries = 1; tries <= TRIES; tries++) {
      if (tries > 1) asked += 1
      const began = performance.now()
      await check(input)
      ms = performance.now() - began
      if (ms <= LONGEST_MS) break
    }
    if (ms > LONGEST_MS) throw new Error(`It took ${Math.round(ms)} ms, ${TRIES} times`)
    if (ms > longestMs) slowest = input
    longestMs = Math.max(longestMs, ms)
  }

  return {
    async run<Input>({ inputs, amount, firstBatch = 1, check }: Run<Input>): Promise<void> {
      const numRuns = Math.ceil(amount / firstBatch)
      let failed: number | null = null
      const lane = async (_: unknown, number: number) => {
        const property = fc.asyncProperty(inputs, async (input) => {
          // After the first failure the others stop while fast-check shrinks its input.
          if (failed !== null && failed !== number) return
          try {
            await within(input, check)
          } catch (error) {
            failed ??= number
            throw error
          }
          count += 1
        })
        await fc.assert(property, { numRuns, seed: SEED + number })
      }
      try {
        await Promise.all(Array.from({ length: firstBatch }, lane))
      } catch (error) {
        ;(error as Error).message +=
          `\n\nThe same again: FUZZ_SEED=${SEED} FUZZ_TIMES=${TIMES} npx vitest run ${file}`
        throw error
      }
    },
    async each<Input>(
      inputs: readonly Input[],
      check: (input: Input) => void | Promise<void>,
    ): Promise<void> {
      for (const input of inputs) {
        await check(input)
        count += 1
      }
    },
    count: () => count,
    addNote: (note: string) => void notes.push(note),
  }
}

/** Problematic texts: syntax of every grammar involved, unusual characters, and plain ones. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\0',
      '%',
      '%%%',
      '%00',
      '\\',
      '"',
      "'",
      "' OR 1=1 --",
      ')',
      '((((',
      '{}',
      '*',
      '_',
      '..',
      '../../etc/passwd',
      '<script>alert(1)</script>',
      '</script><img src=x onerror=alert(1)>',
      '__proto__',
      'constructor',
      'null',
      'undefined',
      'NaN',
      '-0',
      '1e309',
      '9'.repeat(30),
      '\ud800',
      '\u202e',
      'İ',
      'ß',
      '👨‍👩‍👧',
      'A\u0301\u0301\u0301',
      '\r\nX: y',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', '%', '(', '9', 'é', ' '), fc.nat(3_000))
      .map(([sign, count]) => sign.repeat(count)),
  },
)

export function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(400),
    length: fc.nat(6),
    by: fc.constantFrom('cut', 'double', 'put', 'end'),
    sign: fc.oneof(fc.constantFrom(...'%&=.,()[]{}"\'\\*;:#?+-!/~ \0é'), oddText),
  })
  return fc.tuple(texts, fc.array(change, { minLength: 1, maxLength: 4 })).map(([text, changes]) =>
    changes.reduce((before, { at, length, by, sign }) => {
      const from = at % (before.length + 1)
      const [head, middle, tail] = [
        before.slice(0, from),
        before.slice(from, from + length),
        before.slice(from + length),
      ]
      if (by === 'cut') return head + tail
      if (by === 'double') return head + middle + middle + tail
      if (by === 'put') return head + sign + middle + tail
      return head + middle
    }, text),
  )
}

/** Percent-encodes like a browser: a lone surrogate becomes U+FFFD. */
export const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** Bytes as a raw address, one character each, without line ends, which would split the request. */
export const onWire = (bytes: string | Uint8Array) =>
  Buffer.from(typeof bytes === 'string' ? bytes.toWellFormed() : bytes)
    .toString('latin1')
    .replace(/[\r\n]/g, ' ')
