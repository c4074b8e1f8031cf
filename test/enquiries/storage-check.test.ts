import { expect, onTestFinished, test, vi } from 'vitest'
import { DataFault } from '#data/data-fault.ts'
import { openData } from '#db/embedded.ts'
import { createStorageCheck } from '#services/enquiries/storage-check.ts'
import { interfere } from '../contract/interfere.ts'
import { temporaryDataDir } from '../temporary-folder.ts'

test('whether enquiries can be stored is tried at most every ten seconds, and again a second after a failure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let tries = 0
  let isBroken = false
  const watch = (step: string) => {
    if (step === 'COMMIT') tries += 1
    if (step === 'COMMIT' && isBroken) throw new DataFault('full', new Error('As the test wants it'))
  }
  const database = openData(temporaryDataDir(), { wrap: interfere(watch) })
  onTestFinished(() => database.destroy())
  const faults: unknown[] = []
  const check = createStorageCheck(database, (error) => faults.push(error))
  const ask = async (waitMs: number) => {
    vi.advanceTimersByTime(waitMs)
    const [one, other] = await Promise.all([check('1'), check('2')])
    expect(one).toEqual(other)
    return [tries, one.canStore, one.reason]
  }
  expect(await ask(0)).toEqual([1, true, undefined])
  isBroken = true
  expect(await ask(9_000)).toEqual([1, true, undefined])
  expect(await ask(1_000)).toEqual([2, false, 'full'])
  expect(await ask(900)).toEqual([2, false, 'full'])
  isBroken = false
  expect(await ask(100)).toEqual([3, true, undefined])
  expect(faults).toHaveLength(1)
})
