/** Opens the embedded backend for tests of a service, and holds the requests that it sends to `request-shapes.txt`. */
import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Fixture, fixture } from '../fixture.ts'
import { type Contract, openEmbedded } from '../open-contract.ts'
import { shapeOf } from '../request-shape.ts'

const FILE = new URL('../request-shapes.txt', import.meta.url)
const HOW_TO =
  'PostgREST is not sent a request of this shape. Add it to test/contract/request-shapes.txt by `npm run shapes`, ' +
  'and run `npx vitest run --project hosted request-shapes`'

export function openServices(rows: Partial<Fixture> = fixture): () => Contract {
  const known = new Set(readFileSync(FILE, 'utf8').split('\n'))
  const unknown = new Set<string>()
  let contract: Contract
  beforeAll(async () => {
    contract = openEmbedded((request) => {
      const shape = shapeOf(request)
      if (!known.has(shape)) unknown.add(shape)
    })
    await contract.fill(rows)
  })
  afterEach(() => {
    const shapes = [...unknown]
    unknown.clear()
    if (process.env.RECORD_SHAPES) for (const shape of shapes) appendFileSync(FILE, `${shape}\n`)
    else expect(shapes, HOW_TO).toEqual([])
  })
  afterAll(() => contract.close())
  return () => contract
}
