import { expect, test } from 'vitest'
import { ClientGone, FairQueue, QueueFull, type QueueLimits } from './fair-queue.ts'

const LIMITS: QueueLimits = { running: 3, runningPerClient: 2, waiting: 8, waitingPerClient: 4 }

/** A queue whose jobs end when the test ends them. */
function openQueue(limits: Partial<QueueLimits> = {}) {
  const queue = new FairQueue({ ...LIMITS, ...limits })
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const add = (
    client: string,
    name: string,
    { key = null, signal }: { key?: string | null; signal?: AbortSignal } = {},
  ) => {
    const result = queue.run(key, { client, signal }, () => {
      started.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve(name))),
      )
    })
    result.catch(() => {}) // each test checks the rejections that it expects
    return result
  }
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error)
    await turns()
  }
  return { queue, started, add, end }
}

/** Waits until every job that can start has started; each start takes a turn of the event loop. */
async function turns() {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const outcomes = async (results: Promise<unknown>[]) =>
  (await Promise.allSettled(results)).map((result) =>
    result.status === 'fulfilled' ? result.value : result.reason.name,
  )

test('a second client starts before the third job of the first', async () => {
  const { started, add, end } = openQueue()
  for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name)
  add('b', 'b1')
  await turns()
  expect(started).toEqual(['a1', 'b1', 'a2'])
  await end('b1')
  expect(started).toEqual(['a1', 'b1', 'a2']) // a is at its limit
  await end('a1')
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('a client with many jobs takes turns with each of the others', async () => {
  const { started, add, end } = openQueue({ running: 1 })
  for (const name of ['a1', 'a2', 'a3']) add('a', name)
  for (const name of ['b1', 'b2']) add('b', name)
  add('c', 'c1')
  for (let count = 1; count <= 6; count++) {
    await turns()
    expect(started).toHaveLength(count)
    await end(started.at(-1) ?? '')
  }
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('one job of the queue starts per turn of the event loop', async () => {
  const { started, add } = openQueue()
  for (const client of ['a', 'b', 'c']) add(client, client)
  expect(started).toEqual([])
  for (const count of [1, 2, 3]) {
    await new Promise((resolve) => setImmediate(resolve))
    expect(started).toHaveLength(count)
  }
})

test('the jobs of the process itself have no limit of their own', async () => {
  const { started, add } = openQueue({ running: 10, waiting: 10 })
  for (let count = 1; count <= 9; count++) add('', `own ${count}`)
  await turns()
  expect(started).toHaveLength(9)
})

test('a full queue refuses a client over its limit, and no other', async () => {
  const { queue, started, add, end } = openQueue({ running: 1 })
  add('a', 'running')
  await turns()
  const results = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => add('a', name))
  const other = add('b', 'b1')
  expect(await outcomes(results.slice(4))).toEqual(['QueueFull', 'QueueFull'])
  expect([queue.waiting, queue.refused]).toEqual([5, 2])
  for (const name of ['running', 'b1', 'a1', 'a2', 'a3', 'a4']) await end(name)
  expect(await outcomes([...results.slice(0, 4), other])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
  expect(started).not.toContain('a5')
  expect([queue.waiting, queue.running]).toEqual([0, 0])
})

test('a full queue drops the newest job of the client with the most waiting, so that few clients cannot block the others', async () => {
  const { queue, add } = openQueue({ running: 0 })
  const a = ['a1', 'a2', 'a3', 'a4'].map((name) => add('a', name))
  const b = ['b1', 'b2', 'b3', 'b4'].map((name) => add('b', name))
  void add('c', 'c1')
  expect(await outcomes(a.slice(3))).toEqual(['QueueFull'])
  void add('c', 'c2')
  expect(await outcomes(b.slice(3))).toEqual(['QueueFull'])
  void add('c', 'c3')
  expect(await outcomes([add('c', 'c4')])).toEqual(['QueueFull']) // by now each client has the same number
  expect(queue.waiting).toBe(8)
})

test('a full queue rejects all waiting jobs on request, and lets running ones finish', async () => {
  const { queue, add, end } = openQueue({ running: 1 })
  const results = ['a1', 'a2'].map((name) => add('a', name))
  await turns()
  queue.rejectWaiting(new QueueFull())
  await end('a1')
  expect(await outcomes(results)).toEqual(['a1', 'QueueFull'])
})

test('a shared job runs once for all clients that request it while it waits or runs', async () => {
  const { queue, started, add, end } = openQueue()
  const results = [add('a', 'first', { key: 'k' }), add('b', 'second', { key: 'k' })]
  await turns()
  results.push(add('b', 'third', { key: 'k' }))
  expect([started, queue.waiting, queue.has('k')]).toEqual([['first'], 0, true])
  await end('first')
  expect(await outcomes(results)).toEqual(['first', 'first', 'first'])
  expect(queue.has('k')).toBe(false)
})

test('a shared job takes one place however often one client requests it', async () => {
  const { queue, add } = openQueue({ running: 0 })
  for (let count = 0; count < 50; count++) void add('a', 'same', { key: 'k' })
  expect([queue.waiting, queue.refused]).toEqual([1, 0])
})

test('a shared job starts when it is the turn of any of its clients', async () => {
  const { started, add, end } = openQueue({ running: 1 })
  for (const name of ['a1', 'a2', 'a3']) add('a', name)
  add('a', 'shared', { key: 'k' })
  add('b', 'as requested by b', { key: 'k' })
  await turns()
  await end('a1')
  expect(started).toEqual(['a1', 'shared'])
})

test('a shared job is refused only to the client that is over its limit', async () => {
  const { started, add, end } = openQueue({ running: 1, waiting: 4 })
  add('a', 'running')
  await turns()
  for (const name of ['a1', 'a2', 'a3']) add('a', name)
  const shared = [add('a', 'shared', { key: 'k' }), add('b', 'shared', { key: 'k' })]
  // The queue was full and dropped the newest job of a for b: the same job.
  await end('running')
  expect(started).toEqual(['running', 'shared'])
  await end('shared')
  expect(await outcomes(shared)).toEqual(['QueueFull', 'shared'])
})

test('a shared job fails for all clients that requested it, and the next request runs it again', async () => {
  const { add, end } = openQueue()
  const results = [add('a', 'first', { key: 'k' }), add('b', 'first', { key: 'k' })]
  await turns()
  await end('first', new Error('no page'))
  expect(await outcomes(results)).toEqual(['Error', 'Error'])
  const again = add('a', 'second', { key: 'k' })
  await turns()
  await end('second')
  expect(await again).toBe('second')
})

test('an aborted request leaves the queue', async () => {
  const { queue, started, add } = openQueue({ running: 0 })
  const abort = new AbortController()
  const result = add('a', 'a1', { signal: abort.signal })
  expect(queue.waiting).toBe(1)
  abort.abort()
  await expect(result).rejects.toThrow(ClientGone)
  expect(queue.waiting).toBe(0)
  await expect(add('a', 'a2', { signal: abort.signal })).rejects.toThrow(ClientGone)
  await turns()
  expect(started).toEqual([])
})

test('an aborted request leaves a shared job to the other clients that wait for it', async () => {
  const { queue, started, add, end } = openQueue({ running: 1 })
  add('a', 'running')
  await turns()
  const abort = new AbortController()
  const gone = add('a', 'shared', { key: 'k', signal: abort.signal })
  const stays = [add('a', 'shared', { key: 'k' }), add('b', 'shared', { key: 'k' })]
  expect(queue.waiting).toBe(2)
  abort.abort()
  expect(queue.waiting).toBe(2)
  await end('running')
  await end('shared')
  expect(await outcomes([gone, ...stays])).toEqual(['ClientGone', 'shared', 'shared'])
  expect(started).toEqual(['running', 'shared'])
})

test('the queue stays within its bounds and ends empty under random requests', async () => {
  const { queue, add, end, started } = openQueue()
  let seed = 7
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const aborts: AbortController[] = []
  const results: Promise<unknown>[] = []
  for (let step = 0; step < 2_000; step++) {
    const kind = random(10)
    if (kind < 6) {
      const abort = new AbortController()
      aborts.push(abort)
      const key = random(3) === 0 ? `k${random(5)}` : null
      results.push(add(`client ${random(5)}`, String(step), { key, signal: abort.signal }))
    } else if (kind < 7) aborts[random(aborts.length)]?.abort()
    else await end(started[random(started.length)] ?? '')
    expect(queue.waiting).toBeLessThanOrEqual(LIMITS.waiting)
    expect(queue.running).toBeLessThanOrEqual(LIMITS.running)
  }
  while (queue.running + queue.waiting > 0) for (const name of [...started]) await end(name)
  expect(new Set(await outcomes(results)).has('QueueFull')).toBe(true)
  expect([queue.waiting, queue.running]).toEqual([0, 0])
})
